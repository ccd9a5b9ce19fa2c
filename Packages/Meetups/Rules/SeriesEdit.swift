import Foundation
import ICalendar
public import OrbitModels
public import Validation

/// The effect of an edit of one occurrence of a series on the later occurrences.
///
/// Changed parts are applied to each later occurrence, except parts that were changed for that occurrence alone. A
/// change of the times has these effects:
/// - The start moves on the wall clock by the distance between the edited start and the start that the rule gives.
/// - The rule moves by the same number of days.
/// - The length becomes that of the edited occurrence.
/// - The time between `joinBy` and the start becomes that of the edited occurrence.
public struct SeriesEdit: Sendable {
    /// The parts that the edit changes.
    public let changed: Set<MeetupEntryMerge.FieldGroup>
    private let after: MeetupPlan
    /// The distance by which starts move on the wall clock, in seconds, or `nil` if they do not move.
    private let shift: Int?
    private let rule: String

    /// Creates the effect of an edit.
    ///
    /// - Parameters:
    ///   - before: The edited occurrence before the edit.
    ///   - after: The edited occurrence after the edit.
    ///   - position: The position of the edited occurrence in the series before the edit.
    /// - Throws: `ValidationError.invalid` if the moved series cannot be expressed by a rule that a meetup may have.
    public init(from before: MeetupPlan, to after: MeetupPlan, at position: SeriesPosition) throws(ValidationError) {
        self.after = after
        var changed = before.changes(to: after)
        if before.lead == after.lead { changed.remove(.joinBy) } else { changed.insert(.joinBy) }
        self.changed = changed
        guard before.span.start != after.span.start || before.timeZone != after.timeZone else {
            (shift, rule) = (nil, position.rule)
            return
        }
        let start = LocalDateTime(after.span.start, in: after.timeZone)
        shift = start.secondSinceEpoch - position.occurrence.secondSinceEpoch
        let days = start.day.days(since: position.occurrence.day)
        // The rule was valid when the series was created.
        guard let moved = try? RecurrenceRule(position.rule).moved(byDays: days) else {
            throw .invalid([FieldFailure(path: "time", code: .cannotMoveSeries)])
        }
        rule = moved.description
    }

    /// Returns the position of an occurrence in the series after the edit. The method applies to the edited occurrence
    /// and the later ones.
    ///
    /// - Parameter position: The position before the edit.
    public func movedPosition(of position: SeriesPosition) -> SeriesPosition {
        let occurrence = LocalDateTime(secondSinceEpoch: position.occurrence.secondSinceEpoch + (shift ?? 0))
        return SeriesPosition(id: position.id, rule: rule, occurrence: occurrence)
    }

    /// Returns the entry of a later occurrence after the edit.
    ///
    /// - Parameters:
    ///   - plan: The plan of the later occurrence.
    ///   - position: Its position in the series before the edit.
    ///   - own: The parts that were changed for this occurrence alone.
    public func entry(
        _ plan: MeetupPlan, at position: SeriesPosition, keeping own: Set<MeetupEntryMerge.FieldGroup>
    ) -> MeetupEntry {
        var entry = MeetupEntry(plan)
        let applied = changed.subtracting(own)
        for part in applied where part != .time && part != .joinBy { part.copy(from: MeetupEntry(after), to: &entry) }
        var start = plan.span.start
        if applied.contains(.time) {
            if shift != nil { start = movedPosition(of: position).occurrence.instants(in: after.timeZone).first }
            entry.timeZone = after.timeZone.identifier
            (entry.start, entry.end) = (start, start.addingTimeInterval(after.span.duration))
        }
        if own.contains(.joinBy) {
            entry.joinBy = plan.joinBy.map { min($0, start) }
        } else if applied.contains(.joinBy) || start != plan.span.start {
            let lead = applied.contains(.joinBy) ? after.lead : plan.lead
            entry.joinBy = lead.map { start.addingTimeInterval(-$0) }
        }
        return entry
    }
}

extension MeetupPlan {
    /// Returns the parts in which another plan differs from this plan.
    public func changes(to other: MeetupPlan) -> Set<MeetupEntryMerge.FieldGroup> {
        let (mine, theirs) = (MeetupEntry(self), MeetupEntry(other))
        return Set(MeetupEntryMerge.FieldGroup.allCases.filter { $0.differs(mine, theirs) })
    }

    /// The time between the last moment to ask to attend and the start, in seconds.
    fileprivate var lead: TimeInterval? { joinBy.map { span.start.timeIntervalSince($0) } }
}
