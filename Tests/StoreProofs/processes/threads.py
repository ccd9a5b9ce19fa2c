"""Work on several threads."""

import queue
import threading


def in_parallel(work, items, threads):
    """Calls `work` for each item on a number of threads. Raises the first failure."""
    remaining = queue.Queue()
    for item in items:
        remaining.put(item)
    failures = []

    def run():
        while not failures:
            try:
                item = remaining.get_nowait()
            except queue.Empty:
                return
            try:
                work(item)
            except BaseException as error:  # raised below
                failures.append(error)

    workers = [threading.Thread(target=run, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failures:
        raise failures[0]


def while_disturbed(work, disturb):
    """Runs work while another thread disturbs it. Raises the first failure of either.

    - disturb: gets an event that is set when the work is done.
    """
    is_done, failures = threading.Event(), []

    def run():
        try:
            disturb(is_done)
        except BaseException as error:  # raised below
            failures.append(error)

    disturber = threading.Thread(target=run, daemon=True)
    disturber.start()
    try:
        work()
    except BaseException as error:  # raised below
        failures.append(error)
    is_done.set()
    disturber.join()
    if failures:
        raise failures[0]
