public import Meetups
public import OrbitModels

/// A subject that a front end shows as a sheet above a tab, or as a page of the tab.
///
/// It contains identifiers and no models. The front end creates the model where it shows the subject:
///
/// ```swift
/// switch sheet {
/// case .person(let id): show(user.sheet(of: id))
/// case .meetup(let id, let code): show(user.meetup(id, link: code?.reveal))
/// case .rating(let id): show(user.rating(of: id))
/// case .conversation(let id): if let chat = try await user.chat?.conversation(id) { show(chat) }
/// case .invitations: show(user.invitations)
/// case .requests: show(user.meetupRequests)
/// case .feature(let page): if let route = page.route(as: NoticeRoute.self) { show(route) }
/// }
/// ```
///
/// A model of a person or meetup that the user may not see fails with `.refused(.notFound)`. The model of a rating has
/// no person to rate if the user did not attend the meetup.
public enum AppSheet: Hashable, Sendable {
    /// A person on campus.
    case person(UserID)
    /// A meetup, with the secret part of its address if the meetup is found only by its address.
    case meetup(MeetupID, link: MeetupLinkCode? = nil)
    /// Rating the people the user has met at a meetup.
    case rating(MeetupID)
    /// A conversation.
    case conversation(ConversationID)
    /// The invitations that wait for the user's reply.
    case invitations
    /// The requests to attend that wait for the user's decision.
    case requests
    /// A place of a feature from another package.
    case feature(FeaturePage)

    /// Creates the sheet of a meetup in a list. A host's sheet contains the secret part of the address.
    public init(_ listing: MeetupListing) {
        self = .meetup(listing.id, link: listing.link.map { MeetupLinkCode($0) })
    }

    /// Creates the sheet of a place of a feature.
    public init(_ route: some FeatureRoute) { self = .feature(FeaturePage(route)) }
}

/// The secret part of the address of a meetup that is found only by its address.
public typealias MeetupLinkCode = Secret<Meetup>
