public import Foundation
import OrbitModels

/// A plan while it is filled in: its times stand on the wall clock of its zone, so that another zone moves the instants
/// and not what the clock shows.
public struct MeetupDraft: Hashable, Sendable {
    /// All but the times and the zone.
    public var entry: MeetupEntry
    /// The zone of the place.
    public var zone: TimeZone
    /// The start.
    public var start: ClockEntry
    /// The end.
    public var end: ClockEntry
    /// Until when people may ask to attend; without a wall time until the start.
    public var joinBy: ClockEntry

    /// An empty draft in a zone.
    public init(in zone: TimeZone) {
        self.init(MeetupEntry(timeZone: zone.identifier), in: zone)
    }

    /// What was entered before.
    ///
    /// - Parameter fallback: the zone if the entry names none.
    public init(_ entry: MeetupEntry, in fallback: TimeZone) {
        let zone = TimeZone(named: entry.timeZone) ?? fallback
        func clock(_ instant: Date?) -> ClockEntry { instant.map { ClockEntry($0, in: zone) } ?? ClockEntry() }
        (self.entry, self.zone) = (entry, zone)
        (start, end, joinBy) = (clock(entry.start), clock(entry.end), clock(entry.joinBy))
        self.entry = filledIn
    }

    /// What is sent.
    public var filledIn: MeetupEntry {
        var filled = entry
        filled.timeZone = zone.identifier
        (filled.start, filled.end) = (start.instant(in: zone), end.instant(in: zone))
        filled.joinBy = joinBy.instant(in: zone)
        return filled
    }
}
