public import OrbitModels
public import Presentation

extension ListDefinition<AttendeeListing> {
    /// The attendees of a meetup.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - isHost: Whether the user is the host. The host also sees people who wait, have an offer, or did not come.
    public static func attendees(of meetup: MeetupID, isHost: Bool) -> Self {
        Self(
            .meetupAttendees, order: .earliestFirst(\.attendance.since), people: { [$0.person.id] }
        ) { event, attendees throws(LogEventError) in
            switch event.kind {
            case .meetupAttendeeChanged:
                let news = try event.data(ChangedAttendee.self)
                guard news.meetupID == meetup else { return .applied }
                if news.attendance.state.isListed(forHost: isHost) {
                    attendees.upsert(AttendeeListing(attendance: news.attendance, person: news.person))
                } else {
                    attendees.remove(news.attendance.userID)
                }
            case .meetupGone:
                if try event.data(Keyed<MeetupID>.self).value == meetup { attendees.removeAll { _ in true } }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                attendees.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension AttendanceState {
    /// Whether the list of attendees contains people in this state. The server uses the same rule.
    public func isListed(forHost isHost: Bool) -> Bool {
        isAttending || isHost && [.waiting, .offered, .noShow].contains(self)
    }
}

extension LogEvent {
    static func changed(_ attendee: AttendeeListing, in meetup: MeetupID) -> LogEvent {
        LogEvent(
            .meetupAttendeeChanged, subject: attendee.person.id,
            data: ChangedAttendee(meetupID: meetup, attendance: attendee.attendance, person: attendee.person))
    }
}
