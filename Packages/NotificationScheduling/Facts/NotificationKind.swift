/// The reason why a notification is shown. A feature may declare further kinds. The spelling is part of identifiers.
public struct NotificationKind: RawRepresentable, Codable, Hashable, Sendable {
    /// The stable spelling, in snake case.
    public let rawValue: String

    /// Creates the kind with this spelling, known to this module or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The subject begins in about a day.
    public static let dayBefore = Self(rawValue: "day_before")
    /// The subject begins in about an hour.
    public static let hourBefore = Self(rawValue: "hour_before")
    /// The user has to leave now to arrive in time.
    public static let leaveNow = Self(rawValue: "leave_now")
    /// The user is asked to confirm that they still come.
    public static let reconfirm = Self(rawValue: "reconfirm")
    /// The subject has ended, and the user is asked for feedback.
    public static let afterMeetup = Self(rawValue: "after_meetup")
    /// Another person asks the user for something.
    public static let newRequest = Self(rawValue: "new_request")
    /// The time to rate ends soon.
    public static let ratingDue = Self(rawValue: "rating_due")
    /// The time to answer a proposal ends soon.
    public static let proposalDeadline = Self(rawValue: "proposal_deadline")
    /// The time to answer an invitation ends soon.
    public static let invitationDeadline = Self(rawValue: "invitation_deadline")
    /// The user is to confirm that they are safe.
    public static let checkInDue = Self(rawValue: "check_in_due")
    /// Several notifications that quiet hours have deferred to the same time.
    public static let digest = Self(rawValue: "digest")
    /// More notifications follow than fit. The app plans them when it is opened.
    public static let moreComing = Self(rawValue: "more_coming")
}
