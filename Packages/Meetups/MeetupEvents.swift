public import Foundation
public import OrbitModels

extension EventKind {
    /// A meetup of the owner's concern is another: it was created, edited or cancelled, or what the owner is to it has
    /// changed. Data: ``MeetupListing``. Subject: the host.
    public static let meetupChanged = Self(rawValue: "meetup.changed")
    /// The owner may not see a meetup any more. Data: `Named<MeetupID>`.
    public static let meetupGone = Self(rawValue: "meetup.gone")
    /// A meetup of the owner's concern does not take place, as its host cannot come, and it is not there any more. Data:
    /// ``CalledOffMeetup``. It has no subject: it stays though the host cannot be seen.
    public static let meetupCalledOff = Self(rawValue: "meetup.called_off")
    /// A request waits for the owner's decision. Data: ``IncomingRequest``. Subject: the person who asks.
    public static let meetupRequestReceived = Self(rawValue: "meetup.request_received")
    /// A request waits no longer. Data: `Named<JoinRequestID>`. Subject: the person who asked.
    public static let meetupRequestClosed = Self(rawValue: "meetup.request_closed")
    /// The owner is invited, or their invitation is another. Data: ``ReceivedInvitation``. Subject: the host.
    public static let meetupInvited = Self(rawValue: "meetup.invited")
    /// An invitation of the owner waits no longer for a reply. Data: `Named<InvitationID>`. Subject: the host.
    public static let meetupInvitationClosed = Self(rawValue: "meetup.invitation_closed")
    /// An invitation that the owner has sent was sent, replied to, withdrawn or has lapsed. Data: ``SentInvitation``.
    /// Subject: the person invited.
    public static let meetupInvitationChanged = Self(rawValue: "meetup.invitation_changed")
    /// There is a new post or comment. Data: ``FeedItem``. Subject: its author.
    public static let meetupPosted = Self(rawValue: "meetup.posted")
    /// A post or comment was liked, commented on or deleted. Data: `Named<MeetupPost>`. Subject: its author.
    public static let meetupPostChanged = Self(rawValue: "meetup.post_changed")
    /// A person's part in a meetup is another; for the host and the person. Data: ``ChangedAttendee``. Subject: the
    /// person, in the host's log.
    public static let meetupAttendeeChanged = Self(rawValue: "meetup.attendee_changed")
}

extension ListName {
    /// The meetups that the owner of the log may find, and each one that is looked at.
    public static let meetups = Self(rawValue: "meetups")
    /// The meetups that are the owner's concern.
    public static let myMeetups = Self(rawValue: "meetups.mine")
    /// The requests that wait for the owner's decision.
    public static let meetupRequests = Self(rawValue: "meetups.requests")
    /// The invitations that wait for the owner's reply.
    public static let meetupInvitations = Self(rawValue: "meetups.invitations")
    /// The invitations to a meetup that the owner has sent.
    public static let sentMeetupInvitations = Self(rawValue: "meetups.invited")
    /// The feed of a meetup, and the comments on a post.
    public static let meetupPosts = Self(rawValue: "meetups.posts")
    /// Those who attend a meetup.
    public static let meetupAttendees = Self(rawValue: "meetups.attendees")
}

extension EventCatalogue {
    /// The events of meetups.
    public static let meetups = EventCatalogue([
        .meetupChanged: MeetupListing.self, .meetupGone: Named<MeetupID>.self,
        .meetupRequestReceived: IncomingRequest.self, .meetupRequestClosed: Named<JoinRequestID>.self,
        .meetupInvited: ReceivedInvitation.self, .meetupInvitationClosed: Named<InvitationID>.self,
        .meetupInvitationChanged: SentInvitation.self, .meetupPosted: FeedItem.self,
        .meetupPostChanged: Named<MeetupPost>.self, .meetupAttendeeChanged: ChangedAttendee.self,
        .suggestionConsentChanged: Named<SuggestionConsent>.self, .calendarChanged: CalendarFeed.self,
        .personChanged: ChangedPerson.self, .meetupCalledOff: CalledOffMeetup.self,
    ])
}

/// The data of `EventKind.meetupCalledOff`.
public struct CalledOffMeetup: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// Its title.
    public var title: String
    /// When it would have begun.
    public var start: Date

    /// Creates the data.
    public init(meetupID: MeetupID, title: String, start: Date) {
        self.meetupID = meetupID
        self.title = title
        self.start = start
    }

    private enum CodingKeys: String, CodingKey {
        case title
        case meetupID = "meetup_id"
        case start = "time"
    }
}

/// The data of `EventKind.meetupAttendeeChanged`.
public struct ChangedAttendee: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// The person's part in it.
    public var attendance: Attendance
    /// The person, as the owner of the log sees them.
    public var person: Person

    /// Creates the data.
    public init(meetupID: MeetupID, attendance: Attendance, person: Person) {
        self.meetupID = meetupID
        self.attendance = attendance
        self.person = person
    }

    private enum CodingKeys: String, CodingKey {
        case attendance, person
        case meetupID = "meetup_id"
    }
}
