"""Two processes of the front end over one server, behind a proxy that keeps each browser with its process."""

from contextlib import ExitStack

from harness.browsers import Browsers
from harness.haproxy import HAProxy
from harness.profiles import join
from harness.servers import FrontEnd, demonstration

from ..journeys.story import MAYA, MAYA_NAME, ROBIN, ROBIN_NAME, Story
from .processes import Processes


def prove_affinity(program, folder, full):
    """Two people on different processes meet live. Only the users of a process that ends sign in again."""
    with ExitStack() as stack:
        server = stack.enter_context(demonstration(folder / "server", program))
        proxy = stack.enter_context(HAProxy(folder / "proxy"))
        webs = [stack.enter_context(FrontEnd(program, folder, server, proxy.address)) for _ in range(2)]
        proxy.start([web.port for web in webs])
        # The proxy has a certificate that no authority has signed.
        browsers = stack.enter_context(Browsers("affinity", ["--ignore-certificate-errors"]))
        processes = Processes(proxy, webs, browsers)
        maya, robin = processes.open_apart("maya", "robin")
        processes.sign_in(maya, MAYA, lambda: join(maya, MAYA, MAYA_NAME, photo=False))
        processes.sign_in(robin, ROBIN, lambda: join(robin, ROBIN, ROBIN_NAME, photo=False))
        story = Story(webs[0], maya, robin)
        for step in story.poke, story.match, story.write:
            step()
        yield f"a poke, a match and messages between {processes.of(maya)} and {processes.of(robin)}"
        yield processes.stop_one(maya, robin)
        yield processes.kill_other(maya, robin)
        browsers.check()
        for web in webs:
            if web.process.poll() is None:
                web.stop()
