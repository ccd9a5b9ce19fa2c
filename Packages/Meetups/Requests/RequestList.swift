public import OrbitModels
public import Presentation

extension ListDefinition<IncomingRequest> {
    /// The requests that wait for the user's decision.
    public static var meetupRequests: Self {
        Self(
            .meetupRequests, order: .earliestFirst(\.request.createdAt), people: { [$0.person.id] },
            isExpired: { $0.request.status != .pending || $1 >= $0.request.expiresAt },
            expiresAt: { $0.request.expiresAt }
        ) { event, requests throws(LogEventError) in
            switch event.kind {
            case .meetupRequestReceived: requests.upsert(try event.data())
            case .meetupRequestClosed: requests.remove(try event.data(Keyed<JoinRequestID>.self).value)
            case .meetupChanged:
                let meetup = try event.data(MeetupListing.self).meetup
                if meetup.status == .scheduled {
                    requests.updateAll(where: { $0.request.meetupID == meetup.id }) {
                        ($0.meetupTitle, $0.meetupStart) = (meetup.plan.title, meetup.plan.span.start)
                        $0.request = $0.request.rescheduled(to: meetup.plan)
                    }
                } else {
                    requests.removeAll { $0.request.meetupID == meetup.id }
                }
            case .meetupGone:
                let gone = try event.data(Keyed<MeetupID>.self).value
                requests.removeAll { $0.request.meetupID == gone }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                requests.updateAll(where: { $0.person.id == changed.id }) { $0.person = changed }
            default: return .unknown
            }
            return .applied
        }
    }
}

extension JoinRequest {
    /// Returns the request after a change of the plan. The request expires at the start at the latest.
    fileprivate func rescheduled(to plan: MeetupPlan) -> JoinRequest {
        JoinRequest(
            id: id, meetupID: meetupID, requesterID: requesterID, message: message, companions: companions,
            status: status, reason: reason, createdAt: createdAt,
            expiresAt: MeetupTimes(of: plan).requestExpires(askedAt: createdAt), decidedAt: decidedAt)
    }
}

extension LogEvent {
    static func closed(_ request: IncomingRequest) -> LogEvent {
        LogEvent(.meetupRequestClosed, subject: request.person.id, data: Keyed(request.id))
    }
}
