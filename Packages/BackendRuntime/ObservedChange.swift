package import OrbitModels

/// A change that affects the records of a higher feature, such as the conversation of a match.
package enum ObservedChange: Hashable, Sendable {
    /// A match has ended, by a request, a block or its expiry.
    case matchEnded(MatchID)
    /// A person has begun to attend a meetup.
    case joined(MeetupID, UserID)
    /// A person has ceased to attend a meetup.
    case left(MeetupID, UserID)
    /// A meetup was cancelled or deleted.
    case meetupCancelled(MeetupID)
}
