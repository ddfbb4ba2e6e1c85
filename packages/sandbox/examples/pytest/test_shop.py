import json
import re
import urllib.request

import pytest


def send(sandbox, *, to, subject, html):
    """In your suite, this is the program under test. It gets the address, user and key of the sandbox."""
    message = {"from": {"address": "shop@shop.example"}, "subject": subject, "html": html}
    request = urllib.request.Request(
        f"{sandbox.url}/messages/send",
        json.dumps({"to": [{"address": to}], "msg": message}).encode(),
        {"Content-Type": "application/json", "X-Service-ApiUser": sandbox.user, "X-Service-ApiKey": sandbox.key},
    )
    urllib.request.urlopen(request).close()


@pytest.fixture(scope="session")
def sandbox_snapshot(sandbox_server):
    """Each test starts from a shop that has sent Ada a welcome message."""
    shop = sandbox_server.fork()
    send(shop, to="ada@shop.example", subject="Welcome", html="<p>Welcome to the shop.</p>")
    shop.advance("hour")
    shop.save_snapshot("welcomed")
    sandbox_server.end(shop)
    return "welcomed"


def test_a_sign_up_sends_a_code(sandbox):
    send(sandbox, to="grace@shop.example", subject="Your code", html="<p>Your code is 482913.</p>")
    message = sandbox.wait_for(to="grace@shop.example", code=True)
    assert message["codes"] == ["482913"]
    sandbox.assert_delivered(message, advance="hour")


def test_a_wrong_address_bounces(sandbox):
    send(sandbox, to="bounce@shop.example", subject="Your code", html="<p>Your code is 482913.</p>")
    message = sandbox.wait_for(to="bounce@shop.example")
    sandbox.assert_bounced(message, advance="hour")


def test_the_link_in_an_order_leads_to_it(sandbox):
    html = '<p><a href="https://shop.example/orders/7">Your order</a></p>'
    send(sandbox, to="ada@shop.example", subject="Order 7", html=html)
    message = sandbox.wait_for(to="ada@shop.example", subject="Order 7")
    link = sandbox.find_link(message, re.compile(r"/orders/\d+$"))
    assert sandbox.follow(link) == "https://shop.example/orders/7"


def test_ada_unsubscribes_from_what_she_got_before(sandbox):
    message = sandbox.wait_for(to="ada@shop.example")
    sandbox.assert_delivered(message)
    assert sandbox.unsubscribe(message)["lastState"] == "unsubscribed"


def test_each_test_has_a_fork_of_its_own(sandbox):
    assert [(mail["subject"], mail["lastState"]) for mail in sandbox.outbox()] == [("Welcome", "delivered")]
