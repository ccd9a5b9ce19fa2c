public import Meetups
public import Observation
public import OrbitModels
import Presentation
import Profiles
public import Reputation
public import Safety

/// The question after a meetup: how was it?
///
/// After a good meetup, the user can plan another. After a bad meetup, the user can block or report the people. In both
/// cases, the user can rate the people who were there.
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
    /// The meetup that has ended.
    public let listing: MeetupListing
    /// The people who were there, for example to block them.
    public var attendees: AttendeesViewModel { content.attendees }
    /// The ratings of the people who were there, regardless of the answer.
    public var rating: RateMeetupViewModel { content.rating }

    /// The models that ``SignedInUser`` retains and passes to the next model of the same meetup. They do not retain the
    /// user.
    struct Content {
        let attendees: AttendeesViewModel
        let rating: RateMeetupViewModel
    }

    let content: Content
    private let user: SignedInUser

    /// The next step after the answer.
    public enum NextStep {
        /// The form of a similar meetup.
        case planAnother(MeetupFormViewModel)
        /// The sheets of the people who were there, each with a way to block and to report.
        case keepAway([PersonViewModel])
    }

    /// Creates the model of a meetup.
    ///
    /// - Parameters:
    ///   - listing: The meetup.
    ///   - content: The content of an earlier model of the meetup; `nil` without such a model.
    ///   - user: The signed-in user.
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

    /// Loads all pages of the people who were there, and the people to rate.
    public func load() async {
        await rating.load()
        await attendees.attendees.load()
        var count = -1
        while attendees.attendees.hasMore, attendees.attendees.known.count > count {
            count = attendees.attendees.known.count
            await attendees.attendees.loadMore()
        }
    }

    /// Returns the form in which the meetup itself is reported.
    public func report() -> ReportFormViewModel { user.report(about: .meetup(id)) }

    /// Records the answer. The app does not ask about the meetup again.
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
        // A user who forgot to check in does not see the attendees, so only the host is known.
        let others = attendees.attendees.known.map(\.person).filter { $0.id != me && $0.id != listing.host.id }
        let people = listing.host.id == me ? others : [listing.host] + others
        return .keepAway(people.map { PersonViewModel($0.id, person: $0, user: user) })
    }
}
