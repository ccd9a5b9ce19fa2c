public import OrbitModels
public import Presentation

extension EventKind {
    /// A report by the owner of the log was received, decided or appealed. Data: `Keyed<Report>`.
    public static let reportChanged = Self(rawValue: "report.changed")
    /// A decision about the owner was made or has changed. Data: `Keyed<Decision>`.
    public static let decisionChanged = Self(rawValue: "decision.changed")
}

extension ListName {
    /// The reports by the owner of the log.
    public static let reports = Self(rawValue: "reports")
    /// The decisions about the owner.
    public static let decisions = Self(rawValue: "decisions")
}

extension EventCatalogue {
    /// The events of reports and decisions.
    public static let reports = EventCatalogue([
        .reportChanged: Keyed<Report>.self, .decisionChanged: Keyed<Decision>.self,
    ])
}

extension ListDefinition<Report> {
    /// The user's own reports. A report stays when the reported person is blocked, hidden or deleted.
    public static var reports: Self {
        Self(.reports, order: .latestFirst(\.createdAt), people: { _ in [] }) { event, reports throws(LogEventError) in
            switch event.kind {
            case .reportChanged: reports.upsert(try event.data(Keyed<Report>.self).value)
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListDefinition<Decision> {
    /// The decisions about the user.
    public static var decisions: Self {
        Self(
            .decisions, order: .latestFirst(\.decidedAt), people: { _ in [] }
        ) { event, decisions throws(LogEventError) in
            switch event.kind {
            case .decisionChanged: decisions.upsert(try event.data(Keyed<Decision>.self).value)
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}
