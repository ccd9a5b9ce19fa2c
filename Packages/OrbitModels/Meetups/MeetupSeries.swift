/// Identifies a series of meetups.
public typealias SeriesID = Identifier<SeriesPlace>

/// Which occurrence of which series a meetup is.
public struct SeriesPlace: Codable, Hashable, Sendable {
    /// The series.
    public var id: SeriesID
    /// The rule by which it repeats (RFC 5545, 3.3.10): `FREQ=WEEKLY;COUNT=8`.
    public var rule: String
    /// When the occurrence starts by the rule, on the wall clock of the meetup's zone; kept when this occurrence alone
    /// is moved (RECURRENCE-ID of RFC 5545).
    public var occurrence: WallTime

    /// Creates the place of an occurrence.
    public init(id: SeriesID, rule: String, occurrence: WallTime) {
        self.id = id
        self.rule = rule
        self.occurrence = occurrence
    }
}
