"""The people of one's organisation, and their roles in projects."""

from http import HTTPStatus

from fastapi import APIRouter

from synslator.errors import NotThere, UsageProblem
from synslator.server.access import PathId, Who, Workbench
from synslator.storage.people.accounts import Account, people_of_project, set_project_role
from synslator.storage.people.organisations import Person
from synslator.workbench.messages.people import (
    AccountView,
    NewPerson,
    PersonChange,
    ProjectPersonView,
    ProjectRole,
)
from synslator.workbench.services import Services

routes = APIRouter(tags=["people"])


@routes.get("/people")
def list_people(services: Workbench, who: Who) -> list[AccountView]:
    """The people of one's organisation."""
    return [_view(one) for one in services.accounts.list(who.organisation)]


@routes.post("/people", status_code=HTTPStatus.CREATED)
def add_person(services: Workbench, who: Who, new: NewPerson) -> AccountView:
    """Make an account in one's own organisation."""
    organisation = services.accounts.get(who.login).organisation
    return _view(services.accounts.add(new.login, new.password, new.role, new.name, organisation))


@routes.patch("/people/{login}")
def change_person(services: Workbench, who: Who, login: str, change: PersonChange) -> AccountView:
    """Change somebody's role or password, or keep them out."""
    _colleague(services, who, login)
    if login == who.login and (change.disabled or change.role not in (None, "admin")):
        raise UsageProblem("Somebody else must take your own rights away, so that an admin is left.")
    if change.role is not None:
        services.accounts.set_role(login, change.role)
    if change.password is not None:
        services.accounts.set_password(login, change.password)
    if change.disabled is not None:
        services.accounts.disable(login, change.disabled)
    return _view(services.accounts.get(login))


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
    """Set somebody's role in a project; `none` hides the project from them."""
    services.projects.get(who, project)
    person = _colleague(services, who, wanted.login).person
    with services.database.writing() as connection:
        set_project_role(connection, project, person, wanted.role)
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
