public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log has created, extended or ended the link to a plan, or no longer attends its meetup. Data:
    /// `Keyed<PlanShare>`.
    public static let planShareChanged = Self(rawValue: "plan_share.changed")
    /// A person that the owner has blocked attends a meetup of the owner, or no such person attends any longer. Data:
    /// `Keyed<BlockedAttendance>`, which does not contain the person.
    public static let blockedAttendanceChanged = Self(rawValue: "meetup.blocked_changed")
}

extension ListName {
    /// The link to the plan of a meetup.
    public static let planShare = Self(rawValue: "plan_share")
    /// Whether a blocked person attends a meetup.
    public static let blockedAttendance = Self(rawValue: "meetups.blocked")
}

extension ResourceDefinition<PlanShare> {
    /// The link to the plan of a meetup.
    public static func planShare(of meetup: MeetupID) -> Self {
        Self(.planShare) { event, share throws(LogEventError) in
            guard event.kind == .planShareChanged else { return .unknown }
            let news = try event.data(Keyed<PlanShare>.self).value
            if news.meetupID == meetup { share = news }
            return .applied
        }
    }
}

extension ResourceDefinition<BlockedAttendance> {
    /// Whether a person the user has blocked attends a meetup.
    public static func blockedAttendance(at meetup: MeetupID) -> Self {
        Self(.blockedAttendance) { event, state throws(LogEventError) in
            switch event.kind {
            case .blockedAttendanceChanged:
                let news = try event.data(Keyed<BlockedAttendance>.self).value
                if news.meetupID == meetup { state = news }
                return .applied
            // The set of blocked people has changed, and only the server knows which meetups they attend.
            case .personHidden, .personShown: return .outdated
            default: return .unknown
            }
        }
    }
}
