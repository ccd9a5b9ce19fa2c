"""Cycles of dependencies between the operations of a history.

Each operation is a node. The edges are:

- write-write: a write appends directly after another write
- write-read: a read observes the append of a write
- read-write: a read does not observe a write that appends next
- real time: an operation ends before another begins

Real time would have an edge for each pair. Instead, each end is a node in a chain. An operation has an edge to its end,
and an edge from the latest end before it begins.
"""

from bisect import bisect_left
from collections import deque


class Graph:
    """The operations and their dependencies. A node is an index of `names`; a node without a name is an instant."""

    def __init__(self):
        self.names, self.edges = [], []

    def node(self, name=None):
        self.names.append(name)
        self.edges.append({})
        return len(self.names) - 1

    def add(self, source, target, reason=None):
        if source != target:
            self.edges[source].setdefault(target, reason)


def graph(versions, writes, reads):
    result, writers, operations = Graph(), {}, []
    for write in writes:
        if write.is_refused:
            continue
        node = result.node(write.id)
        operations.append((write.end, write.begin, node))
        for place in versions.places(write):
            writers[place] = node
    for name, elements in versions.elements.items():
        before = None
        for position in sorted(elements):
            # The write of this event is not in the history, so it can have happened at any time.
            node = writers.setdefault((name, position), None)
            if node is None:
                node = writers[name, position] = result.node(f"the write of event {position} of {name}")
            if before is not None:
                result.add(before, node, f"appended to {name} directly before")
            before = node
    for read in reads:
        node = result.node(read.id)
        operations.append((read.end, read.begin, node))
        if (seen := writers.get((read.list, read.head))) is not None:
            result.add(seen, node, f"appended event {read.head} of {read.list}, which was observed by")
        if (missed := writers.get((read.list, read.head + 1))) is not None:
            result.add(node, missed, f"did not observe event {read.head + 1} of {read.list}, appended by")
    add_real_time(result, sorted(operations))
    return result


def add_real_time(result, operations):
    ends, instants = [end for end, _, _ in operations], []
    for _, _, node in operations:
        instant = result.node()
        if instants:
            result.add(instants[-1], instant)
        instants.append(instant)
        result.add(node, instant)
    for _, begin, node in operations:
        if earlier := bisect_left(ends, begin):
            result.add(instants[earlier - 1], node)


def components(edges):
    """The strongly connected components of at least two nodes (Tarjan, 1972), without recursion."""
    order, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in range(len(edges)):
        if root in order:
            continue
        path = [(root, iter(edges[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in order:
                    order[successor] = low[successor] = len(order)
                    stack.append(successor)
                    on_stack.add(successor)
                    path.append((successor, iter(edges[successor])))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], order[successor])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    component = set()
                    while node not in component:
                        component.add(stack.pop())
                    on_stack -= component
                    if len(component) > 1:
                        found.append(component)
    return found


def shortest_cycle(edges, component, start):
    """The nodes of a shortest cycle through a node of a component, beginning and ending with this node."""
    before, waiting = {}, deque([start])
    while waiting:
        node = waiting.popleft()
        for successor in edges[node]:
            if successor == start:
                cycle = [start, node]
                while cycle[-1] != start:
                    cycle.append(before[cycle[-1]])
                return cycle[::-1]
            if successor in component and successor not in before:
                before[successor] = node
                waiting.append(successor)


def words(result, cycle):
    """A cycle in words. Consecutive instants are one step of real time."""
    said = result.names[cycle[0]]
    for source, target in zip(cycle, cycle[1:]):
        if (name := result.names[target]) is None:
            continue
        said += f" {result.edges[source][target] or 'ended before the start of'} {name}"
        if target != cycle[-1]:
            said += f"; {name}"
    return "cycle: " + said


def cycles(versions, writes, reads):
    """Yields a short cycle of each component, in words."""
    result = graph(versions, writes, reads)
    for component in components(result.edges):
        starts = [node for node in component if result.names[node] is not None][:50]
        yield words(result, min((shortest_cycle(result.edges, component, start) for start in starts), key=len))
