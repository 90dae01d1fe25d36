"""Who may be named as the translator of a document."""

from sqlalchemy import Connection

from synslator.errors import UsageProblem
from synslator.storage.people.accounts import find_account, project_roles_of
from synslator.storage.people.organisations import Person, rank


def check_assignee(connection: Connection, who: Person, project: int, login: str) -> None:
    """Refuse somebody who is not of the same organisation, cannot sign in, or may not translate there."""
    account = find_account(connection, login)
    if account is None or account.person.organisation != who.organisation:
        raise UsageProblem(f"There is no account {login}. Choose one of your organisation.")
    if account.disabled:
        raise UsageProblem(f"The account {login} is disabled. Choose somebody else.")
    person = account.person
    role = (
        person.role
        if person.role == "admin"
        else project_roles_of(connection, person).get(project, person.role)
    )
    if rank(role) < rank("translator"):
        raise UsageProblem(f"{login} can't translate in this project. Change their role first.")
