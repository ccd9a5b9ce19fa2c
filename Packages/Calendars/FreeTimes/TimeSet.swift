public import Foundation
public import OrbitModels

/// A set of instants as ordered, disjoint intervals, such as busy times, free times or opening hours.
///
/// Intervals that overlap or touch are merged. Operations on two sets take O(*n* + *m*).
///
/// ```swift
/// let free = TimeSet(openingHours).subtracting(TimeSet(lectures))
/// let pauses = TimeSet(lectures).gaps(in: day)
/// ```
public struct TimeSet: Hashable, Sendable {
    /// The start and the end of each interval, strictly ascending, in seconds since 2001-01-01 like `Date`.
    var edges: [Double] = []

    /// Creates an empty set.
    public init() {}

    init(edges: [Double]) {
        self.edges = edges
    }

    /// Creates a set of spans, which may be in any order and may overlap.
    ///
    /// - Complexity: O(*n* log *n*), or O(*n*) if the spans are ordered by start.
    public init(_ spans: some Sequence<TimeSpan>) {
        var sorted = spans.map { (start: $0.start.seconds, end: $0.end.seconds) }
        if zip(sorted, sorted.dropFirst()).contains(where: { $0.start > $1.start }) {
            sorted.sort { $0.start < $1.start }
        }
        edges.reserveCapacity(sorted.count * 2)
        for span in sorted { append(from: span.start, to: span.end) }
    }

    /// The intervals, in order. They do not touch each other.
    public var spans: [TimeSpan] {
        stride(from: 0, to: edges.count, by: 2).compactMap { TimeSpan(from: edges[$0], to: edges[$0 + 1]) }
    }

    /// The number of intervals.
    public var count: Int { edges.count / 2 }

    /// Whether the set has no interval.
    public var isEmpty: Bool { edges.isEmpty }

    /// The total length of the intervals, in seconds.
    public var duration: TimeInterval {
        stride(from: 0, to: edges.count, by: 2).reduce(0) { $0 + edges[$1 + 1] - edges[$1] }
    }

    /// Whether an instant is in an interval. An interval contains its start but not its end.
    ///
    /// - Complexity: O(log *n*).
    public func contains(_ instant: Date) -> Bool {
        !edges.count(notAfter: instant.seconds).isMultiple(of: 2)
    }

    /// Whether an interval contains a whole span.
    ///
    /// - Complexity: O(log *n*).
    public func contains(_ span: TimeSpan) -> Bool {
        contains(from: span.start.seconds, to: span.end.seconds)
    }

    /// Whether a span overlaps an interval. A span that only touches an interval does not overlap it.
    ///
    /// - Complexity: O(log *n*).
    public func overlaps(_ span: TimeSpan) -> Bool {
        let index = edges.count(notAfter: span.start.seconds)
        return !index.isMultiple(of: 2) || (index < edges.count && edges[index] < span.end.seconds)
    }

    func contains(from start: Double, to end: Double) -> Bool {
        let index = edges.count(notAfter: start)
        return !index.isMultiple(of: 2) && end <= edges[index]
    }

    /// Adds an interval. Its start must not be before the start of another interval. Empty intervals are ignored.
    mutating func append(from start: Double, to end: Double) {
        guard start < end else { return }
        if let last = edges.last, start <= last {
            edges[edges.count - 1] = max(last, end)
        } else {
            edges.append(start)
            edges.append(end)
        }
    }
}

extension TimeSpan {
    /// Creates a span from seconds since 2001-01-01.
    init?(from start: Double, to end: Double) {
        self.init(start: Date(timeIntervalSinceReferenceDate: start), end: Date(timeIntervalSinceReferenceDate: end))
    }
}

extension Date {
    /// The seconds since 2001-01-01.
    var seconds: Double { timeIntervalSinceReferenceDate }

    /// The instant 2001-01-01, in seconds since 1970.
    static let referenceSecond = 978_307_200
}

extension [Double] {
    /// Returns the number of elements that are at most a value. The elements must be in order.
    ///
    /// - Complexity: O(log *n*).
    func count(notAfter value: Double) -> Int {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if self[middle] <= value { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
