"""Who may do what: one table of roles, and one of everything that can be asked.

An operation that is missing here fails for everybody, and a test sees to it that none is.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from synslator.storage.people.organisations import Action, Person, Role
from synslator.storage.people.ownership import OwnedKind, belonging
from synslator.storage.people.resource_rights import role_at
from synslator.workbench.services import Services

ANYBODY: Final = "anybody"
"""Whoever is signed in."""
OPEN_METHODS = ("GET", "HEAD", "OPTIONS")

MAY: Mapping[Role, frozenset[Action]] = {
    "admin": frozenset(get_args(Action)),
    "manager": frozenset(("read", "comment", "translate", "approve", "manage")),
    "reviewer": frozenset(("read", "comment", "translate", "approve")),
    "translator": frozenset(("read", "comment", "translate")),
    "reader": frozenset(("read",)),
    "none": frozenset(),
}

REFUSALS: Mapping[Action, str] = {
    "read": "You don't have permission to view this.",
    "comment": "You don't have permission to comment here.",
    "translate": "You don't have permission to change translations here.",
    "approve": "You don't have permission to approve or lock segments.",
    "manage": "You don't have permission to manage this.",
    "administer": "You don't have permission to administer this server.",
}
"""The message for somebody whose role does not allow an action."""

OPERATIONS: Mapping[Action | Literal["anybody"], tuple[str, ...]] = {
    "anybody": (
        *("about", "list_checks", "list_projects", "list_jobs", "list_people"),
        *("list_my_tokens", "add_my_token", "revoke_my_token"),
    ),
    "read": (
        *("get_project", "export_project", "concordance", "terms_in_text", "project_figures"),
        "segmentation_rules",
        *("effort_log", "live", "list_project_people"),
        *("list_documents", "get_document", "list_segments", "export_document"),
        *("list_document_comments", "document_findings", "get_segment", "segment_history"),
        *("segment_matches", "segment_terms", "segment_findings", "list_segment_comments"),
        *("search_segments", "preview_replacement", "list_memories", "get_memory", "export_memory_file"),
        *("list_memory_entries", "get_memory_entry", "entry_history", "list_termbases"),
        *("export_termbase", "list_concepts", "get_concept", "get_job", "get_analysis", "export_analysis"),
    ),
    "comment": ("add_comment", "change_comment", "delete_comment"),
    "translate": (
        *("change_status", "change_segment", "restore_segment", "split_segment", "merge_segments"),
        *("undo_changes", "ignore_finding"),
        *("replace_in_segments", "check_document", "begin_analysis", "draft_document", "cancel_job"),
        *("change_entry", "delete_entry", "undo_entry", "add_concept", "change_concept", "delete_concept"),
    ),
    "manage": (
        *("create_project", "import_project", "change_project", "delete_project"),
        *("upload_document", "change_document", "delete_document", "update_document"),
        *("create_memory", "change_memory", "delete_memory", "import_memory"),
        *("create_termbase", "delete_termbase", "import_terms", "set_project_role_of"),
    ),
    "administer": (
        *("add_person", "change_person", "list_tokens_of", "revoke_token_of"),
        *("list_audit", "export_audit"),
    ),
}
"""What somebody must be allowed to do for each operation; to approve is asked for by what a request says."""

NEEDED = {name: action for action, names in OPERATIONS.items() for name in names}
"""The same by operation."""


def allows(role: Role, action: Action | Literal["anybody"]) -> bool:
    """Return whether a role may do something."""
    return action == ANYBODY or action in MAY[role]


def role_for(services: Services, who: Person, path: Mapping[str, Any]) -> Role | None:
    """Return somebody's role with the thing that a request is about; nothing if it is not there for them."""
    kind: OwnedKind
    for kind in get_args(OwnedKind):
        if kind in path:
            with services.database.reading() as connection:
                where = belonging(connection, kind, int(path[kind]))
                if where is None or where.organisation != who.organisation:
                    return None
                role = role_at(connection, who, kind, where)
            return None if role == "none" else role
    return who.role
