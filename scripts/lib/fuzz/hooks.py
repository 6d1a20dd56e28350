"""What schemathesis cannot know of the product by its document: who calls, and which ids are there."""

import os
import random

import requests
import schemathesis
from hypothesis import strategies as st

URL = os.environ["SAFARNAMA_URL"]
EMAIL = os.environ["SAFARNAMA_EMAIL"]
PASSWORD = os.environ["SAFARNAMA_PASSWORD"]
# A marigold of 4 x 3 pixels.
PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI"
    "12N4MU0DjhhwcgCK8hPJV6l54AAAAABJRU5ErkJggg=="
)

schemathesis.openapi.format("picture", st.sampled_from(["", PICTURE]))


class World:
    """A person who signs in again whenever a call has ended their session, and what they see."""

    def __init__(self):
        self.cookie = None
        self.strangers = 0
        self.values = {}
        self.random = random.Random(os.environ["SAFARNAMA_SEED"])

    def sign_in(self):
        answer = requests.post(f"{URL}/api/auth/login", json={"email": EMAIL, "password": PASSWORD}, timeout=30)
        if answer.status_code != 200:
            # A call has changed the password: somebody new goes on.
            self.strangers += 1
            person = {
                "fullName": "मीरा",
                "email": f"stranger.{self.strangers}@example.com",
                "password": PASSWORD,
            }
            answer = requests.post(f"{URL}/api/auth/signup", json=person, timeout=30)
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def get(self, path):
        return requests.get(f"{URL}/api{path}", headers={"Cookie": self.cookie}, timeout=30).json()

    def look_around(self):
        """Values by call and parameter that name something that is there."""
        stories = self.get("/post/getposts?view=card&limit=50")["posts"]
        people = [person["_id"] for person in self.get("/message/get-all-users")]
        talks = [self.get(f"/message/{person}") for person in people]
        messages = [m["_id"] for talk in talks for m in talk["messages_between_sender_receiver"]]
        ids = [story["_id"] for story in stories]
        pictures = [story["blogImage"].removeprefix("/media/") for story in stories if story["blogImage"]]
        self.values = {
            ("/api/post/", "id"): ids,
            ("/api/post/", "slug"): [story["slug"] for story in stories],
            ("/api/message/", "messageId"): messages,
            ("/api/message/", "id"): people + messages,
            ("/", "userId"): people,
            ("/", "receiverId"): people,
            ("/media/", "key"): pictures,
        }


WORLD = World()
ENDS_SESSION = ("/api/auth/login", "/api/auth/signup", "/api/auth/logout")


@schemathesis.hook
def before_call(context, case, kwargs):
    if WORLD.cookie is None:
        WORLD.sign_in()
    if not WORLD.values:
        WORLD.look_around()
    case.headers["Cookie"] = WORLD.cookie
    mode = case.meta.generation.mode if case.meta else None
    if mode is None or not mode.is_positive or WORLD.random.random() < 0.3:
        return
    for (start, name), values in WORLD.values.items():
        if case.path.startswith(start) and name in (case.path_parameters or {}) and values:
            case.path_parameters[name] = WORLD.random.choice(values)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 401 or case.path.startswith(ENDS_SESSION):
        WORLD.cookie = None
