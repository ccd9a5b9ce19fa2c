public import Foundation
public import OrbitModels

// Further kinds are declared beside the lists or models that handle them: `suggestionConsentChanged` in
// `SuggestionLists.swift`, `calendarChanged` in `CalendarFeedViewModel.swift`, `personChanged` in OrbitModels.
extension EventKind {
    /// A meetup in the calendar of the log's owner was created, edited or cancelled, or the owner's state has changed.
    /// Data: ``MeetupListing``. Subject: the host.
    public static let meetupChanged = Self(rawValue: "meetup.changed")
    /// The owner may no longer see a meetup. Data: `Keyed<MeetupID>`.
    public static let meetupGone = Self(rawValue: "meetup.gone")
    /// A meetup in the owner's calendar is cancelled and removed, because its host is suspended. Data:
    /// ``CancelledMeetup``. A meetup that its host cancels is sent as ``meetupChanged``.
    ///
    /// The event has no subject, so it stays in the log even if the owner may not see the host.
    public static let meetupCalledOff = Self(rawValue: "meetup.called_off")
    /// A request waits for the owner's decision. Data: ``IncomingRequest``. Subject: the person who sent it.
    public static let meetupRequestReceived = Self(rawValue: "meetup.request_received")
    /// A request is no longer pending. Data: `Keyed<JoinRequestID>`. Subject: the person who sent it.
    public static let meetupRequestClosed = Self(rawValue: "meetup.request_closed")
    /// The owner was invited, or their invitation has changed. Data: ``ReceivedInvitation``. Subject: the host.
    public static let meetupInvited = Self(rawValue: "meetup.invited")
    /// An invitation of the owner no longer waits for a reply. Data: `Keyed<InvitationID>`. Subject: the host.
    public static let meetupInvitationClosed = Self(rawValue: "meetup.invitation_closed")
    /// An invitation from the owner was sent, replied to or withdrawn, or has expired. Data: ``SentInvitation``.
    /// Subject: the invited person.
    public static let meetupInvitationChanged = Self(rawValue: "meetup.invitation_changed")
    /// A new post or comment was created. Data: ``FeedItem``. Subject: its author.
    public static let meetupPosted = Self(rawValue: "meetup.posted")
    /// A post or comment was liked, commented on or deleted. Data: `Keyed<MeetupPost>`. Subject: its author.
    public static let meetupPostChanged = Self(rawValue: "meetup.post_changed")
    /// The attendance of a person has changed. The host and the person receive the event. Data: ``ChangedAttendee``.
    /// Subject: the person in the host's log, and no subject in the person's own log.
    public static let meetupAttendeeChanged = Self(rawValue: "meetup.attendee_changed")
}

extension ListName {
    /// The meetups that the owner of the log may find, and each single meetup that is shown.
    public static let meetups = Self(rawValue: "meetups")
    /// The meetups in the owner's calendar.
    public static let myMeetups = Self(rawValue: "meetups.mine")
    /// The requests that wait for the owner's decision.
    public static let meetupRequests = Self(rawValue: "meetups.requests")
    /// The invitations that wait for the owner's reply.
    public static let meetupInvitations = Self(rawValue: "meetups.invitations")
    /// The invitations to a meetup of the owner.
    public static let sentMeetupInvitations = Self(rawValue: "meetups.invited")
    /// The feed of a meetup, and the comments on a post.
    public static let meetupPosts = Self(rawValue: "meetups.posts")
    /// The attendees of a meetup.
    public static let meetupAttendees = Self(rawValue: "meetups.attendees")
}

extension EventCatalogue {
    /// The events of meetups.
    public static let meetups = EventCatalogue([
        .meetupChanged: MeetupListing.self, .meetupGone: Keyed<MeetupID>.self,
        .meetupRequestReceived: IncomingRequest.self, .meetupRequestClosed: Keyed<JoinRequestID>.self,
        .meetupInvited: ReceivedInvitation.self, .meetupInvitationClosed: Keyed<InvitationID>.self,
        .meetupInvitationChanged: SentInvitation.self, .meetupPosted: FeedItem.self,
        .meetupPostChanged: Keyed<MeetupPost>.self, .meetupAttendeeChanged: ChangedAttendee.self,
        .suggestionConsentChanged: Keyed<SuggestionConsent>.self, .calendarChanged: CalendarFeed.self,
        .personChanged: ChangedPerson.self, .meetupCalledOff: CancelledMeetup.self,
    ])
}

/// The data of `EventKind.meetupCalledOff`: the meetup of a suspended host, which its guests may no longer load.
public struct CancelledMeetup: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// The title.
    public var title: String
    /// The planned start.
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
    /// The attendance of the person.
    public var attendance: Attendance
    /// The person, with the profile that the owner of the log may see.
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
