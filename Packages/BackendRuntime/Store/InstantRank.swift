public import Foundation
import OrbitModels
public import OrbitStore

extension Date {
    /// The rank of the instant in an index: its rounded milliseconds. A date out of range gets the nearest number in
    /// range.
    package var milliseconds: Int64 {
        Int64(exactly: roundedMilliseconds) ?? (roundedMilliseconds < 0 ? .min : .max)
    }
}

extension IndexEntry {
    /// Creates the entry of a record that an index orders by an instant, with a precision of a millisecond.
    ///
    /// - Parameters:
    ///   - index: The name of the index within its table.
    ///   - group: The group within the index. By default the whole index is one group.
    ///   - instant: The instant that decides the order within the group.
    public init(_ index: String, group: String = "", at instant: Date) {
        self.init(index, group: group, rank: instant.milliseconds)
    }
}

extension IndexQuery {
    /// Creates a query for the records of a group from an instant on, the earliest first.
    ///
    /// Create the entries of the records by `IndexEntry.init(_:group:at:)`. Records of the instant's
    /// rounded millisecond are included.
    ///
    /// - Parameters:
    ///   - index: The name of the index within its table.
    ///   - group: The group to look in. By default the whole index is one group.
    ///   - start: The instant of the earliest records.
    public init(_ index: String, group: String = "", from start: Date) {
        self.init(index, group: group, ranks: start.milliseconds...Int64.max)
    }

    /// Creates a query for the records of a group up to an instant, the earliest first. Records of the instant's
    /// rounded millisecond are included.
    package init(_ index: String, group: String = "", through end: Date, limit: Int = .max) {
        self.init(index, group: group, ranks: .min...end.milliseconds, limit: limit)
    }
}
