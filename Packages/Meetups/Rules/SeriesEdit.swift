import Foundation
import ICalendar
public import OrbitModels
public import Validation

/// What an edit of one occurrence of a series means for a later one.
///
/// What has changed changes there too, but for what was changed there alone. Times move by as much on the wall clock as
/// the edited occurrence is moved away from where the rule has it, and the rule moves along; the length, and how long
/// before the start people may ask to attend, become those of the edited one.
public struct SeriesEdit: Sendable {
    /// What has changed.
    public let changed: Set<MeetupEntryMerge.Part>
    private let after: MeetupPlan
    /// On the wall clock, in seconds; `nil` if starts stay where they are.
    private let shift: Int?
    private let rule: String

    /// - Parameter place: of the edited occurrence, before the edit.
    /// - Throws: `ValidationError.invalid` if no rule of a meetup could say when the series takes place afterwards.
    public init(from before: MeetupPlan, to after: MeetupPlan, at place: SeriesPlace) throws(ValidationError) {
        self.after = after
        var changed = before.changes(to: after)
        if before.lead == after.lead { changed.remove(.joinBy) } else { changed.insert(.joinBy) }
        self.changed = changed
        guard before.span.start != after.span.start || before.timeZone != after.timeZone else {
            (shift, rule) = (nil, place.rule)
            return
        }
        let start = WallTime(after.span.start, in: after.timeZone)
        shift = start.secondSinceEpoch - place.occurrence.secondSinceEpoch
        let days = start.day.days(since: place.occurrence.day)
        // The rule was read when the series was created.
        guard let moved = try? RecurrenceRule(place.rule).moved(byDays: days) else {
            throw .invalid([FieldFailure(path: "time", code: .cannotMoveSeries)])
        }
        rule = moved.description
    }

    /// Where an occurrence has its place in the series afterwards: the edited one and the later ones.
    public func place(after place: SeriesPlace) -> SeriesPlace {
        let occurrence = WallTime(secondSinceEpoch: place.occurrence.secondSinceEpoch + (shift ?? 0))
        return SeriesPlace(id: place.id, rule: rule, occurrence: occurrence)
    }

    /// What a later occurrence is to be.
    ///
    /// - Parameters:
    ///   - place: of it, before the edit.
    ///   - own: what was changed for it alone.
    public func entry(
        _ plan: MeetupPlan, at place: SeriesPlace, keeping own: Set<MeetupEntryMerge.Part>
    ) -> MeetupEntry {
        var entry = MeetupEntry(plan)
        let applied = changed.subtracting(own)
        for part in applied where part != .time && part != .joinBy { part.copy(from: MeetupEntry(after), to: &entry) }
        var start = plan.span.start
        if applied.contains(.time) {
            if shift != nil { start = self.place(after: place).occurrence.reading(in: after.timeZone).first }
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
    /// The parts in which another plan differs.
    public func changes(to other: MeetupPlan) -> Set<MeetupEntryMerge.Part> {
        let (mine, theirs) = (MeetupEntry(self), MeetupEntry(other))
        return Set(MeetupEntryMerge.Part.allCases.filter { $0.differs(mine, theirs) })
    }

    /// How long before the start people may ask to attend for the last time.
    fileprivate var lead: TimeInterval? { joinBy.map { span.start.timeIntervalSince($0) } }
}
