/// An element for each day, in an array from the first to the last changed day.
struct DayArray<Element> {
    private let empty: Element
    private var first = 0
    private(set) var elements: [Element] = []

    /// The days that an array can contain. The day in UTC can be a day before or after the day at the rider's place.
    private static var days: ClosedRange<Int> {
        (RideDay.valid.lowerBound - 1)...(RideDay.valid.upperBound + 1)
    }

    /// Creates an array.
    ///
    /// - Parameters:
    ///   - empty: The element of an unchanged day.
    ///   - days: The days to reserve memory for; `nil` reserves nothing.
    init(_ empty: Element, days: ClosedRange<Int>? = nil) {
        self.empty = empty
        if let days { extend(to: days.clamped(to: Self.days)) }
    }

    /// The element of a day. A change outside the possible days has no effect.
    subscript(day: Int) -> Element {
        get {
            let index = day - first
            return elements.indices.contains(index) ? elements[index] : empty
        }
        _modify {
            if !elements.indices.contains(day - first) {
                let day = min(max(day, Self.days.lowerBound), Self.days.upperBound)
                extend(to: day...day)
            }
            yield &elements[min(max(day - first, 0), elements.count - 1)]
        }
    }

    /// Makes room for days. The array at least doubles at its beginning, so that older days take O(1) amortised.
    private mutating func extend(to days: ClosedRange<Int>) {
        if elements.isEmpty { first = days.lowerBound }
        if days.lowerBound < first {
            let missing = min(max(first - days.lowerBound, elements.count), first - Self.days.lowerBound)
            elements.insert(contentsOf: repeatElement(empty, count: missing), at: 0)
            first -= missing
        }
        let missing = days.upperBound - first + 1 - elements.count
        if missing > 0 { elements.append(contentsOf: repeatElement(empty, count: missing)) }
    }
}

extension DayArray: Sendable where Element: Sendable {}
