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
from synslator.workbench.services import Desk

routes = APIRouter(tags=["people"])


@routes.get("/people")
def list_people(desk: Workbench, who: Who) -> list[AccountView]:
    """The people of one's organisation."""
    return [_view(one) for one in desk.accounts.list(who.organisation)]


@routes.post("/people", status_code=HTTPStatus.CREATED)
def add_person(desk: Workbench, who: Who, new: NewPerson) -> AccountView:
    """Make an account in one's own organisation."""
    organisation = desk.accounts.get(who.login).organisation
    return _view(desk.accounts.add(new.login, new.password, new.role, new.name, organisation))


@routes.patch("/people/{login}")
def change_person(desk: Workbench, who: Who, login: str, change: PersonChange) -> AccountView:
    """Change somebody's role or password, or keep them out."""
    _colleague(desk, who, login)
    if login == who.login and (change.disabled or change.role not in (None, "admin")):
        raise UsageProblem("Somebody else must take your own rights away, so that an admin is left.")
    if change.role is not None:
        desk.accounts.set_role(login, change.role)
    if change.password is not None:
        desk.accounts.set_password(login, change.password)
    if change.disabled is not None:
        desk.accounts.disable(login, change.disabled)
    return _view(desk.accounts.get(login))


@routes.get("/projects/{project}/people")
def list_project_people(desk: Workbench, who: Who, project: PathId) -> list[ProjectPersonView]:
    """Who has a role of their own in a project."""
    desk.projects.get(who, project)
    with desk.database.reading() as connection:
        found = people_of_project(connection, project)
    return [ProjectPersonView(login=login, role=role) for login, role in found.items()]


@routes.put("/projects/{project}/people")
def set_project_role_of(
    desk: Workbench, who: Who, project: PathId, wanted: ProjectRole
) -> list[ProjectPersonView]:
    """Give somebody a role in a project; `none` hides it from them."""
    desk.projects.get(who, project)
    person = _colleague(desk, who, wanted.login).person
    with desk.database.writing() as connection:
        set_project_role(connection, project, person, wanted.role)
    return list_project_people(desk, who, project)


def _colleague(desk: Desk, who: Person, login: str) -> Account:
    """Give an account of one's own organisation."""
    account = desk.accounts.get(login)
    if account.person.organisation != who.organisation:
        raise NotThere(f"There is no account {login}.")
    return account


def _view(account: Account) -> AccountView:
    person = account.person
    return AccountView(login=person.login, name=person.name, role=person.role, disabled=account.disabled)
