public import Foundation
import OrbitModels

/// A plan while the user fills in the form.
///
/// Its times are stored as wall times of the zone. A change of the zone keeps the wall times and moves the instants.
public struct MeetupDraft: Hashable, Sendable {
    /// The entry. Its times and its zone are not updated when the other properties change. Read ``filledIn`` for the
    /// complete entry.
    public var entry: MeetupEntry
    /// The time zone of the place.
    public var zone: TimeZone
    /// The start.
    public var start: LocalTimeField
    /// The end.
    public var end: LocalTimeField
    /// The time until which people may ask to attend. Without a wall time, they may ask until the start.
    public var joinBy: LocalTimeField

    /// Creates an empty draft in a zone.
    public init(in zone: TimeZone) {
        self.init(MeetupEntry(timeZone: zone.identifier), in: zone)
    }

    /// Creates a draft of an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - fallback: The zone to use if the entry does not name a known zone.
    public init(_ entry: MeetupEntry, in fallback: TimeZone) {
        let zone = TimeZone(named: entry.timeZone) ?? fallback
        func clock(_ instant: Date?) -> LocalTimeField {
            instant.map { LocalTimeField($0, in: zone) } ?? LocalTimeField()
        }
        (self.entry, self.zone) = (entry, zone)
        (start, end, joinBy) = (clock(entry.start), clock(entry.end), clock(entry.joinBy))
        self.entry = filledIn
    }

    /// The complete entry, as sent to the server.
    public var filledIn: MeetupEntry {
        var filled = entry
        filled.timeZone = zone.identifier
        (filled.start, filled.end) = (start.instant(in: zone), end.instant(in: zone))
        filled.joinBy = joinBy.instant(in: zone)
        return filled
    }
}
