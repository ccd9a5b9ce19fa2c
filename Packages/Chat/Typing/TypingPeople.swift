import Foundation
import OrbitModels

/// The other people who are typing in a conversation, each until a notice expires.
///
/// A notice is shown for the time that the server stated, counted from its arrival, because the clocks of device and
/// server differ. Notices that were already old on arrival are ignored, such as those fetched after a lost connection.
struct TypingPeople: Hashable, Sendable {
    /// The maximum difference between the clocks of device and server, in seconds.
    private static let tolerance: TimeInterval = 30
    /// The longest time that a notice is shown, in seconds.
    private static let longest: TimeInterval = 120

    private var ends: [UserID: Date] = [:]

    /// Notes that a person is typing, or has stopped.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - end: The end of the notice by the server's clock; `nil` if the person has stopped.
    ///   - sent: The time of the notice by the server's clock.
    ///   - now: The present date by the device's clock.
    mutating func note(_ person: UserID, until end: Date?, sent: Date, at now: Date) {
        let duration = end.map { $0.timeIntervalSince(sent) } ?? 0
        guard let end, duration > 0, end.timeIntervalSince(now) > -Self.tolerance else {
            ends[person] = nil
            return
        }
        ends[person] = now.addingTimeInterval(min(duration, Self.longest))
    }

    /// Notes that a person has sent a message or has left, and so no longer types.
    mutating func remove(_ person: UserID) { ends[person] = nil }

    mutating func removeAll() { ends = [:] }

    /// Returns the people who are typing at a date, sorted by id.
    func people(at now: Date) -> [UserID] { ends.filter { Self.isTyping(until: $0.value, at: now) }.keys.sorted() }

    /// The instants at which the result of ``people(at:)`` changes without a notice.
    var changes: [Date] { Array(ends.values) }

    /// Removes expired notices, so that the number of entries stays small.
    mutating func removeExpired(at now: Date) { ends = ends.filter { Self.isTyping(until: $0.value, at: now) } }

    private static func isTyping(until end: Date, at now: Date) -> Bool {
        // After the clock was set back, a notice must not be shown for longer than any notice.
        end > now && end.timeIntervalSince(now) <= longest
    }
}
