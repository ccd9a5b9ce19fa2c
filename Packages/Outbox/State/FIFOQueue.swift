/// A first-in, first-out queue. Every operation takes constant time on average.
struct FIFOQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var first: Element? { head < elements.count ? elements[head] : nil }
    /// The elements, first in first.
    var rest: ArraySlice<Element> { elements[head...] }
    var isEmpty: Bool { head == elements.count }

    init(_ elements: [Element] = []) {
        self.elements = elements
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func removeFirst() -> Element? {
        guard let first else { return nil }
        head += 1
        // Removing many at once keeps the average constant.
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}
