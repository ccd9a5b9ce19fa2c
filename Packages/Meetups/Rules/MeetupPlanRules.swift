public import Foundation
import ICalendar
public import OrbitModels
public import Validation

/// The rules of a plan.
///
/// The client applies them while the form is filled in, and the server before it stores the plan. Both get the same
/// result for the same entry at the same time.
///
/// ```swift
/// let rules = MeetupPlanRules(at: now)
/// rules.failures(in: entry).map(\.path)   // ["title", "end_time"]
/// let plan = try rules.checked(entry)     // cleaned, or every failure at once
/// ```
public struct MeetupPlanRules: Sendable {
    /// The current time.
    public let now: Date
    /// The plan that is edited. Times that the edit does not change may be in the past.
    public let previous: MeetupPlan?
    /// The recurrence rule of the series whose occurrence is edited. An edit cannot change it.
    public let rule: String?

    /// Creates the rules for a time.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - previous: The plan that is edited, or `nil` for a new plan.
    ///   - rule: The recurrence rule of the edited plan's series, or `nil` if the plan does not repeat.
    public init(at now: Date, replacing previous: MeetupPlan? = nil, rule: String? = nil) {
        self.now = now
        self.previous = previous
        self.rule = rule
    }

    /// Returns all failures of an entry, including warnings, in the order of the form. Paths use the names on the wire.
    public func failures(in entry: MeetupEntry) -> [FieldFailure] { failures(in: CheckedMeetupTexts(entry)) }

    /// Returns all failures of an entry whose texts have been checked, including warnings, in the order of the form.
    public func failures(in checked: CheckedMeetupTexts) -> [FieldFailure] {
        let entry = checked.entry
        return checked.words + checked.zone + times(of: entry) + checked.place + checked.people
            + joinBy(of: entry) + repetition(of: entry)
    }

    /// Returns the plan of an entry: with clean texts, without empty optional texts, and with predefined interests.
    ///
    /// - Throws: `ValidationError.invalid` with every blocking failure. Warnings do not block.
    public func checked(_ entry: MeetupEntry) throws(ValidationError) -> MeetupPlan {
        try plan(of: CheckedMeetupTexts(entry)) { $0.severity == .block }
    }

    /// Returns the plan of an entry whose texts have been checked.
    ///
    /// - Parameters:
    ///   - checked: The entry.
    ///   - isBlocking: Whether a failure prevents the plan. It must accept every failure with the severity `block`.
    /// - Throws: `ValidationError.invalid` with every failure that `isBlocking` accepts.
    package func plan(
        of checked: CheckedMeetupTexts, refusing isBlocking: (FieldFailure) -> Bool
    ) throws(ValidationError) -> MeetupPlan {
        let blocking = failures(in: checked).filter(isBlocking)
        guard blocking.isEmpty else { throw .invalid(blocking) }
        guard let plan = MeetupPlan(checked.entry) else {
            throw .invalid([FieldFailure(path: "time", code: .required)])  // unreachable after the checks
        }
        return plan
    }

    private func times(of entry: MeetupEntry) -> [FieldFailure] {
        var failures: [FieldFailure] = []
        func fail(_ path: String, _ code: FailureCode, days: Int? = nil) {
            failures.append(
                FieldFailure(path: path, code: code, parameters: days.map { ["days": .integer($0)] } ?? [:]))
        }
        let start = entry.start
        if let start {
            let isKept = start == previous?.span.start
            if !isKept, !(start > now) { fail("time", .inThePast) }
            if !isKept, start > now.addingTimeInterval(.days(MeetupLimits.daysAhead)) {
                fail("time", .tooFarAhead, days: MeetupLimits.daysAhead)
            }
        } else {
            fail("time", .required)
        }
        guard let end = entry.end else {
            fail("end_time", .required)
            return failures
        }
        guard let start else { return failures }
        if !(end > start) {
            fail("end_time", .endsBeforeStart)
        } else if !(end <= start.addingTimeInterval(.days(MeetupLimits.maxDays))) {
            fail("end_time", .lastsTooLong, days: MeetupLimits.maxDays)
        } else if end != previous?.span.end, !(end > now) {
            fail("end_time", .inThePast)
        }
        return failures
    }

    private func joinBy(of entry: MeetupEntry) -> [FieldFailure] {
        guard let joinBy = entry.joinBy else { return [] }
        if let start = entry.start, !(joinBy <= start) { return [FieldFailure(path: "join_by", code: .afterStart)] }
        return joinBy > now || joinBy == previous?.joinBy ? [] : [FieldFailure(path: "join_by", code: .inThePast)]
    }

    private func repetition(of entry: MeetupEntry) -> [FieldFailure] {
        guard let text = entry.repeats, text != rule else { return [] }
        guard text.utf8.count <= MeetupLimits.ruleBytes else {
            return [FieldFailure(path: "repeats", code: .unknownRepetition)]
        }
        guard previous == nil else { return [FieldFailure(path: "repeats", code: .notAllowed)] }
        do {
            let rule = try RecurrenceRule(repeating: text)
            // The fields of the times already report their failures.
            guard times(of: entry).isEmpty, let start = entry.start, let end = entry.end,
                let span = TimeSpan(start: start, end: end), let zone = TimeZone(named: entry.timeZone)
            else { return [] }
            _ = try rule.times(from: span, in: zone, at: now)
            return []
        } catch {
            return error.failures
        }
    }
}

extension MeetupPlan {
    /// Creates a plan from a cleaned entry that passed the rules.
    fileprivate init?(_ entry: MeetupEntry) {
        guard let eventType = entry.eventType, let start = entry.start, let end = entry.end,
            let span = TimeSpan(start: start, end: end), let zone = TimeZone(named: entry.timeZone)
        else { return nil }
        self.init(
            title: entry.title, description: entry.description, eventType: eventType, sport: entry.sport,
            sportLevel: entry.sport == nil ? nil : entry.sportLevel, interestTags: entry.interestTags, span: span,
            timeZone: zone, place: Place(entry.place), capacity: entry.capacity, visibility: entry.visibility,
            approval: entry.approval, joinBy: entry.joinBy, asksToReconfirm: entry.asksToReconfirm)
    }
}

extension Place {
    fileprivate init(_ entry: PlaceEntry) {
        self.init(
            id: entry.id, name: entry.name, address: entry.address, room: entry.room, link: entry.link,
            coordinates: entry.coordinates.flatMap {
                Coordinates(latitude: $0.latitude, longitude: $0.longitude)
            })
    }
}

extension TimeZone {
    /// Creates the zone with an IANA name. The result is `nil` for any other text.
    init?(named name: String) {
        guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
        self.init(identifier: name)
    }
}

extension TimeInterval {
    package static func days(_ count: Int) -> TimeInterval { TimeInterval(count) * 86_400 }
}
