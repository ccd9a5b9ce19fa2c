public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log has changed their consent, on any device. Data: `Keyed<SuggestionConsent>`.
    public static let suggestionConsentChanged = Self(rawValue: "meetup.consent_changed")
}

extension ListName {
    /// The consent of the owner.
    public static let suggestionConsent = Self(rawValue: "meetups.consent")
    /// The meetups that suit the owner.
    public static let suggestedMeetups = Self(rawValue: "meetups.suggested")
    /// The people who are suggested for a meetup of the owner.
    public static let suggestedPeople = Self(rawValue: "meetups.suggested_people")
}

extension ResourceDefinition<SuggestionConsent> {
    /// The consent of the user.
    public static let suggestionConsent = Self(.suggestionConsent) { event, consent throws(LogEventError) in
        guard event.kind == .suggestionConsentChanged else { return .unknown }
        consent = try event.data(Keyed<SuggestionConsent>.self).value
        return .applied
    }
}

extension ResourceDefinition<SuggestedMeetups> {
    /// The meetups that suit the user.
    ///
    /// A meetup is removed when the user acts on it. Only the server knows which meetup would replace it.
    public static let suggestedMeetups = Self(
        .suggestedMeetups, hide: { person, suggested in suggested?.remove { $0.listing.host.id == person } }
    ) { event, suggested throws(LogEventError) in
        switch event.kind {
        case .suggestionConsentChanged:
            guard try event.data(Keyed<SuggestionConsent>.self).value.toMe else {
                suggested = SuggestedMeetups(isWanted: false)
                return .applied
            }
            return .outdated
        case .meetupChanged:
            let changed = try event.data(MeetupListing.self)
            suggested?.remove {
                $0.id == changed.id && (changed.meetup.attendance != .unrelated || changed.meetup.status != .scheduled)
            }
        case .meetupGone:
            let gone = try event.data(Keyed<MeetupID>.self).value
            suggested?.remove { $0.id == gone }
        case .personChanged:
            let changed = try event.data(ChangedPerson.self).person
            for index in suggested?.suggestions.elements.indices ?? 0..<0
            where suggested?.suggestions.elements[index].listing.host.id == changed.id {
                suggested?.suggestions.elements[index].listing.host = changed
            }
        case .personHidden: return .outdated  // the counts exclude hidden people
        default: return .unknown
        }
        return .applied
    }
}

extension ListDefinition<SuggestedPerson> {
    /// The people who are suggested for a meetup of the user, until they are invited, send a request or attend.
    public static func suggestedPeople(for meetup: MeetupID) -> Self {
        Self(.suggestedPeople, order: .asListed, people: { [$0.id] }) { event, people throws(LogEventError) in
            switch event.kind {
            case .meetupInvitationChanged:
                let invitation = try event.data(SentInvitation.self).invitation
                if invitation.meetupID == meetup { people.remove(invitation.inviteeID) }
            case .meetupAttendeeChanged:
                let changed = try event.data(ChangedAttendee.self)
                if changed.meetupID == meetup { people.remove(changed.attendance.userID) }
            case .meetupRequestReceived:
                let request = try event.data(IncomingRequest.self).request
                if request.meetupID == meetup { people.remove(request.requesterID) }
            case .personChanged:
                // The reasons for the suggestion may have changed.
                return people.holds(try event.data(ChangedPerson.self).person.id) ? .outdated : .applied
            default: return .unknown
            }
            return .applied
        }
    }
}

extension SuggestedMeetups {
    fileprivate mutating func remove(where shouldRemove: (SuggestedMeetup) -> Bool) {
        suggestions.elements.removeAll(where: shouldRemove)
    }
}

extension LogEvent {
    static func agreed(to consent: SuggestionConsent) -> LogEvent {
        LogEvent(.suggestionConsentChanged, data: Keyed(consent))
    }
}
