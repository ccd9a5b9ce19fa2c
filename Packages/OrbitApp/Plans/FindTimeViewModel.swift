public import Calendars
public import Foundation
public import Meetups
public import Observation
public import OrbitModels
public import Presentation
import Profiles

/// From a match to a meetup: the times at which both are free, and the form that one of them begins.
///
/// ```swift
/// let find = app.findTime(with: match.partnerID)
/// await find.load()
/// if let slot = find.slots.first { show(find.form(for: slot)) }
/// ```
@MainActor @Observable public final class FindTimeViewModel {
    /// The person to meet.
    public let partnerID: UserID
    /// How long to meet, in seconds.
    public var duration: TimeInterval = 3_600
    /// How many days ahead to look, 1 to 56.
    public var days = 14
    /// How long from now to the meetup at least, in seconds.
    public var notice: TimeInterval = 86_400
    /// How many times to offer at most.
    public static let count = 5

    private let sheet: PersonViewModel
    private let models: PersonalModels

    init(with partner: UserID, models: PersonalModels) {
        partnerID = partner
        self.models = models
        sheet = PersonViewModel(partner, person: nil, models: models)
    }

    /// The other person, as the user sees them.
    public var partner: LoadState<Person> { sheet.person }

    /// Asks what hours the other shows, and for what already stands in the user's calendar.
    public func load() async {
        await sheet.load()
        await models.myMeetups.meetups.load()
    }

    /// The best times, best first; empty while one of the two shows no hours.
    public var slots: [MeetingSlot] { times?.best(Self.count) ?? [] }

    /// Why there is no time, in English; empty if there is one.
    public var obstacles: [String] {
        guard let times, times.slots.isEmpty else { return [] }
        return times.explanationOfObstacles { id in id == partnerID ? partnerName : "You" }
    }

    /// What a time means for the two, in their own local times.
    public func attendance(at slot: MeetingSlot) -> [ParticipantAttendance] { times?.attendance(at: slot.span) ?? [] }

    /// The times, as both are free outside of what the user has planned; `nil` while one of the two shows no hours.
    public var times: MeetingTimes? {
        guard let mine = models.profile.saved.value?.profile?.availability,
            let theirs = partner.value?.profile.availability,
            let window = TimeSpan(
                start: models.now, end: models.now.addingTimeInterval(Double(min(max(days, 1), 56)) * 86_400)),
            let request = try? MeetingRequest(  // an unusable duration has no times
                in: window, lasting: duration, zone: mine.timeZone, now: models.now, notice: notice)
        else { return nil }
        let busy = TimeSet(models.myMeetups.appointments.filter { !$0.isCancelled }.map(\.span))
        return request.times(for: [
            Participant(id: "me", availability: Availability(week: mine, busy: busy)),
            Participant(id: partnerID, availability: Availability(week: theirs)),
        ])
    }

    /// The form of a meetup of the two at a time, by invitation only. Once it is saved, ``invite(to:)`` asks the other.
    public func form(for slot: MeetingSlot) -> MeetupFormViewModel {
        let form = models.meetupForm()
        form.draft.entry.title = "Meet \(partnerName)"
        form.draft.entry.eventType = .social
        form.draft.entry.capacity = 2
        form.draft.entry.visibility = .invited
        form.draft.start = ClockEntry(slot.span.start, in: form.draft.zone)
        form.draft.end = ClockEntry(slot.span.end, in: form.draft.zone)
        return form
    }

    /// Invites the other to a meetup that was saved.
    @discardableResult
    public func invite(to meetup: MeetupID) async -> ActionOutcome {
        await models.sentInvitations(to: meetup).invite([partnerID])
    }

    private var partnerName: String { partner.value?.profile.name ?? "" }
}
