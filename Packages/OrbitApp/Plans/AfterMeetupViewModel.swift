public import Meetups
public import Observation
public import OrbitModels
import Presentation
import Profiles
public import Reputation
public import Safety

/// What comes after a meetup: how was it? If it was good, another one; if not, a way to keep the people away. Either way,
/// those who were there can be rated.
///
/// ```swift
/// if let after = user.afterMeetup {
///     await after.load()
///     for due in after.rating.people { show(due) }
///     switch after.answer(isPositive: true) {
///     case .planAnother(let form): show(form)
///     case .keepAway(let people): show(people)
///     }
/// }
/// ```
@MainActor @Observable public final class AfterMeetupViewModel: Identifiable {
    /// The identifier of the meetup.
    public nonisolated let id: MeetupID
    /// The meetup that is over.
    public let listing: MeetupListing
    /// Those who were there, to be blocked if need be.
    public var attendees: AttendeesViewModel { content.attendees }
    /// Rating those who were there, whatever the answer is.
    public var rating: RateMeetupViewModel { content.rating }

    /// The models whose content outlives this model. They do not retain the user.
    struct Content {
        let attendees: AttendeesViewModel
        let rating: RateMeetupViewModel
    }

    let content: Content
    private let user: SignedInUser

    /// Where the answer leads.
    public enum NextStep {
        /// The form of another meetup like it.
        case planAnother(MeetupFormViewModel)
        /// The sheets of those who were there, each with a way to block and to report.
        case keepAway([PersonViewModel])
    }

    /// - Parameter content: the content of an earlier model of the meetup; `nil` if there is none.
    init(_ listing: MeetupListing, content: Content?, user: SignedInUser) {
        id = listing.id
        self.listing = listing
        self.user = user
        self.content =
            content
            ?? Content(
                attendees: user.attendees(of: listing),
                rating: RateMeetupViewModel(of: listing.id, ratings: user.ratings))
    }

    /// Asks who was there, page after page, and who can be rated.
    public func load() async {
        await rating.load()
        await attendees.attendees.load()
        var count = -1
        while attendees.attendees.hasMore, attendees.attendees.known.count > count {
            count = attendees.attendees.known.count
            await attendees.attendees.loadMore()
        }
    }

    /// The form in which the meetup itself is reported.
    public func report() -> ReportFormViewModel { user.report(about: .meetup(id)) }

    /// Takes the answer, once: the meetup is not asked about again.
    public func answer(isPositive: Bool) -> NextStep {
        user.reminders.answer(listing.id)
        if isPositive {
            let form = user.meetupForm()
            var entry = MeetupEntry(listing.meetup.plan)
            (entry.start, entry.end, entry.joinBy) = (nil, nil, nil)
            form.draft = MeetupDraft(entry, in: listing.meetup.plan.timeZone)
            return .planAnother(form)
        }
        let me = user.profile.saved.value?.userID
        // Of a person who forgot to check in, only the host is known.
        let others = attendees.attendees.known.map(\.person).filter { $0.id != me && $0.id != listing.host.id }
        let people = listing.host.id == me ? others : [listing.host] + others
        return .keepAway(people.map { PersonViewModel($0.id, person: $0, user: user) })
    }
}
