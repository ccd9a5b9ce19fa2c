public import OrbitModels
public import Presentation

extension EventKind {
    /// A report of the owner's was received, decided or appealed. Data: `Named<Report>`.
    public static let reportChanged = Self(rawValue: "report.changed")
    /// A decision about the owner was made, or is another. Data: `Named<Decision>`.
    public static let decisionChanged = Self(rawValue: "decision.changed")
}

extension ListName {
    /// The reports that the owner of the log has made.
    public static let reports = Self(rawValue: "reports")
    /// The decisions about the owner.
    public static let decisions = Self(rawValue: "decisions")
}

extension EventCatalogue {
    /// The events of reports and decisions.
    public static let reports = EventCatalogue([
        .reportChanged: Named<Report>.self, .decisionChanged: Named<Decision>.self,
    ])
}

extension ListDefinition<Report> {
    /// The user's own reports. Nobody leaves it: also those who are blocked, hidden or gone were reported.
    public static var reports: Self {
        Self(.reports, order: .latestFirst(\.createdAt), people: { _ in [] }) { event, reports throws(LogEventError) in
            switch event.kind {
            case .reportChanged: reports.upsert(try event.data(Named<Report>.self).value)
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
            case .decisionChanged: decisions.upsert(try event.data(Named<Decision>.self).value)
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}
