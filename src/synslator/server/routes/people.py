"""The people of one's organisation, and their roles in projects."""

from http import HTTPStatus

from fastapi import APIRouter

from synslator.errors import NotThere, UsageProblem
from synslator.server.access import PathId, Who, Workbench
from synslator.storage.people.accounts import Account, people_of_project
from synslator.storage.people.organisations import Person, rank
from synslator.workbench.messages.people import (
    AccountView,
    NewPerson,
    PersonChange,
    ProjectPersonView,
    ProjectRole,
    TokenView,
)
from synslator.workbench.people.accounts import NotPermitted
from synslator.workbench.services import Services

routes = APIRouter(tags=["people"])


@routes.get("/people")
def list_people(services: Workbench, who: Who) -> list[AccountView]:
    """Return the people of one's organisation."""
    return [_view(one) for one in services.accounts.list(who.organisation)]


@routes.post("/people", status_code=HTTPStatus.CREATED)
def add_person(services: Workbench, who: Who, new: NewPerson) -> AccountView:
    """Create an account in one's own organisation."""
    organisation = services.accounts.get(who.login).organisation
    return _view(
        services.accounts.add(new.login, new.password, new.role, new.name, organisation, by=who.login)
    )


@routes.patch("/people/{login}")
def change_person(services: Workbench, who: Who, login: str, change: PersonChange) -> AccountView:
    """Change somebody's role or password, or keep them out."""
    _colleague(services, who, login)
    if login == who.login and (change.disabled or change.role not in (None, "admin")):
        raise UsageProblem("You can't take away your own rights. Ask another administrator.")
    accounts, by = services.accounts, who.login
    # First, because a password that is refused must leave the rest as it was.
    if change.password is not None:
        accounts.set_password(login, change.password, revoke_tokens=change.revoke_tokens, by=by)
    if change.role is not None:
        accounts.set_role(login, change.role, by=by)
    if change.disabled is not None:
        accounts.disable(login, change.disabled, by=by)
    return _view(services.accounts.get(login))


@routes.get("/people/{login}/tokens")
def list_tokens_of(services: Workbench, who: Who, login: str) -> list[TokenView]:
    """Somebody's tokens, the newest first."""
    _colleague(services, who, login)
    return [TokenView.of(one) for one in services.accounts.tokens(login)]


@routes.delete("/people/{login}/tokens/{token}", status_code=HTTPStatus.NO_CONTENT)
def revoke_token_of(services: Workbench, who: Who, login: str, token: PathId) -> None:
    """Make somebody's token useless."""
    _colleague(services, who, login)
    services.accounts.revoke_token(login, token, by=who.login)


@routes.get("/projects/{project}/people")
def list_project_people(services: Workbench, who: Who, project: PathId) -> list[ProjectPersonView]:
    """Who has a role of their own in a project."""
    services.projects.get(who, project)
    with services.database.reading() as connection:
        found = people_of_project(connection, project)
    return [ProjectPersonView(login=login, role=role) for login, role in found.items()]


@routes.put("/projects/{project}/people")
def set_project_role_of(
    services: Workbench, who: Who, project: PathId, wanted: ProjectRole
) -> list[ProjectPersonView]:
    """Set somebody's role in a project; `none` hides it from them. Nobody gives more than they have."""
    services.projects.get(who, project)
    _colleague(services, who, wanted.login)
    own = services.accounts.project_role(who, project)
    if wanted.role is not None and rank(wanted.role) > rank(own):
        raise NotPermitted(f"You can't give the role {wanted.role}: you are {own} in this project.")
    services.accounts.set_project_role(wanted.login, project, wanted.role, by=who.login)
    return list_project_people(services, who, project)


def _colleague(services: Services, who: Person, login: str) -> Account:
    """Return an account of one's own organisation."""
    account = services.accounts.get(login)
    if account.person.organisation != who.organisation:
        raise NotThere(f"There is no account {login}.")
    return account


def _view(account: Account) -> AccountView:
    person = account.person
    return AccountView(login=person.login, name=person.name, role=person.role, disabled=account.disabled)
