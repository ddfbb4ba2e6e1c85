import base64
import json
import os
import urllib.error
import urllib.parse
import urllib.request


class ServiceError(Exception):
    pass


class Client:
    def __init__(self, url, user, key):
        self.url = url
        self.headers = {"X-ABC-USER": user, "X-ABC-KEY": key, "Cache-Control": "no-cache", "User-Agent": "abc-python/1.0"}

    def call(self, method, path, body=None):
        headers = dict(self.headers, **({"Content-Type": "application/json"} if method != "GET" else {}))
        # A GET carries its parameters as a JSON body, which urllib would label as a form.
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                text = response.read().decode()
        except urllib.error.HTTPError as error:
            answer = json.loads(error.read())
            raise ServiceError(f"{method} {path}: {error.code} {answer['error']}") from error
        # This client treats an empty body and every status except 200 as a failure.
        if response.status != 200 or not text:
            raise ServiceError(f"{method} {path}: {response.status}")
        return json.loads(text)

    def send(self, to, subject, text=None, html=None, images=None, attachments=None, options=None):
        message = {
            "from": {"address": "shop@nord.example", "personalName": None},
            "replyTo": None,
            "subject": subject,
            "text": text,
            "html": html,
            "images": images,
            "attachments": attachments,
        }
        headers = {f"x-abc-{name}": value for name, value in (options or {}).items()}
        recipients = [{"address": address, "personalName": None} for address in to]
        return self.call("POST", "/messages/send", {"to": recipients, "msg": message, "headers": headers, "apiKey": None})

    def statistics(self, path, **given):
        filters = dict.fromkeys(("dateBegin", "dateEnd", "froms", "apiKeys", "tags"))
        return self.call("POST", f"/statistics/{path}", {**filters, **given})


def file(name, kind, content, **more):
    return {"content": base64.b64encode(content).decode(), "filename": name, "type": kind, **more}


client = Client(os.environ["ABC_URL"], os.environ["ABC_USER"], os.environ["ABC_KEY"])

template = client.call("POST", "/settings/templates", {
    "description": "Order sent",
    "from": {"address": "shop@nord.example", "personalName": None},
    "subject": "Order {{order}} is on its way",
    "htmlContent": "<p>Hello {{name}}</p>",
    "textContent": "Hello {{name}}",
})
templates = client.call("GET", "/settings/templates/list", {"page": None, "pageSize": None})["templates"]

sent = [
    client.send(["ada@client.example"], None, options={
        "template": {one["description"]: one["templateName"] for one in templates}["Order sent"],
        "sub": [{"email": "ada@client.example", "values": {"name": "Ada"}, "meta": {}, "subject": "Order 7 is on its way"}],
        "tags": [2026, "order"],
        "analytics": {"enable": False, "utm_source": None},
    }),
    client.send(
        ["ben@client.example"],
        "Your photo",
        text="See the photo.",
        html='<p>See <img src="cid:photo@nord"></p>',
        images=[file("photo.gif", "image/gif", base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"), contentId="photo@nord")],
        attachments=[file("notes.txt", "text/plain", "Größe: 7\n".encode())],
        options={"tags": json.dumps(["photo"]), "meta": json.dumps({"order": "7"}), "bulk": False, "textversion": 0},
    ),
]

page = client.statistics("messages", page=1, pageSize=50)
photos = client.statistics("messages", page=0, pageSize=None, tags=["photo"])
detail = client.call("GET", f"/statistics/message/{photos['messages'][0]['id']}")
sends = client.statistics("sends")
tags = client.statistics("tags")

gone = urllib.parse.quote("o+k@client.example")
added = client.call("POST", "/blacklists", {"type": "unsubscribers", "email": "o+k@client.example"})
entry = client.call("GET", f"/blacklists/unsubscribes/{gone}")
listed = client.call("POST", "/blacklists/list/unsubscribers", {"page": 1, "pageSize": 100, "order": 1, "list": None})
removed = client.call("DELETE", f"/blacklists/unsubscribes/{gone}")
left = client.call("GET", f"/blacklists/{gone}")

hook = client.call("POST", "/settings/webhooks", {"url": os.environ["ABC_HOOK"], "description": None, "events": ["delivered", "opened"]})
key = client.call("POST", "/settings/apikeys", {"description": "Shop", "ipFilterEnabled": False, "allowedIps": None})
tested = client.call("GET", f"/settings/apikeys/{key['id']}/test")
domains = client.call("GET", "/settings/domains")

print(json.dumps({
    "template": template["templateName"],
    "sent": [answer["status"] for answer in sent],
    "subjects": sorted(message["msg"]["subject"] for message in page["messages"]),
    "detail": {"subject": detail["msg"]["subject"], "tags": detail["tags"], "meta": detail["meta"]},
    "requested": sends["requested"],
    "tags": {name: counters["requested"] for name, counters in tags.items()},
    "blacklist": [added["status"], entry["email"], listed["total"], removed["status"], len(left)],
    "webhook": [hook["events"], hook["status"]],
    "key": [key["description"], key["enabled"], len(key["key"]), tested["status"]],
    "domains": [domain["sending"] for domain in domains],
}))
