public import Matching
public import Meetups
public import OrbitModels
import Presentation
public import Profiles
public import Safety

extension SignedInUser {
    /// Returns the sheet of a suggested person, with the reasons.
    ///
    /// Every sheet of a person is the same model for as long as the front end retains it.
    public func sheet(of suggestion: Suggestion) -> PersonViewModel {
        sheet(of: suggestion.id, suggestion.person, suggestion.compatibility)
    }

    /// Returns the sheet of another person, such as the sender of a poke.
    public func sheet(of person: Person) -> PersonViewModel { sheet(of: person.id, person, nil) }

    /// Returns the sheet of a person by id alone, such as the other person of a match. Load it.
    public func sheet(of id: UserID) -> PersonViewModel { sheet(of: id, nil, nil) }

    /// Returns the sheet of the other person of a match. ``PersonViewModel/matchCard`` is the card of the match.
    public func sheet(of match: Match) -> PersonViewModel { sheet(of: match.partnerID, nil, nil) }

    private func sheet(of id: UserID, _ person: Person?, _ compatibility: Compatibility?) -> PersonViewModel {
        let sheet = live.model(of: id) {
            PersonViewModel(id, person: person, compatibility: compatibility, user: self)
        }
        sheet.begin(with: person, compatibility)
        return sheet
    }

    /// The user's own card: the whole saved profile, regardless of its audiences; `nil` before the profile was loaded.
    public var ownCard: ProfileDetail? {
        guard let mine = profile.saved.value, let saved = mine.profile else { return nil }
        return ProfileDetail(of: Person(id: mine.userID, profile: saved), on: day, words: words)
    }

    /// The saved interests of the user.
    var ownInterests: [Interest] { profile.saved.value?.profile?.interests ?? [] }

    /// Returns the form in which a meetup is reported.
    public func report(_ meetup: MeetupListing) -> ReportFormViewModel { report(about: .meetup(meetup.id)) }

    /// Returns the form in which a post or comment is reported.
    public func report(_ post: FeedItem) -> ReportFormViewModel { report(about: .post(post.id)) }

    /// Returns an empty form, such as for a subject that the front end knows only by its identifiers.
    public func report(about subject: ReportSubject) -> ReportFormViewModel {
        ReportFormViewModel(about: subject, service: reportService, log: log, catalogue: catalogue)
    }
}
