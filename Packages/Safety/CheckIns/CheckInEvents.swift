import Foundation
public import OrbitModels
public import Presentation

extension EventKind {
    /// A check-in of the owner's was set, put off or called off, is over, or was missed. Data: `Named<SafetyCheckIn>`.
    public static let checkInChanged = Self(rawValue: "check_in.changed")
}

extension ListName {
    /// The owner's safety check-ins.
    public static let checkIns = Self(rawValue: "check_ins")
}

extension ListDefinition<SafetyCheckIn> {
    /// The user's check-ins.
    public static var checkIns: Self {
        Self(
            .checkIns, order: .latestFirst(\.createdAt), people: { _ in [] },
            isOver: { $1 >= $0.leavesList }, expiresAt: { $0.leavesList }
        ) { event, checkIns throws(LogEventError) in
            guard event.kind == .checkInChanged else {
                // It is about nobody else.
                return event.kind == .personHidden || event.kind == .personShown ? .applied : .unknown
            }
            checkIns.upsert(try event.data(Named<SafetyCheckIn>.self).value)
            return .applied
        }
    }
}

extension SafetyCheckIn {
    /// When the list no longer shows it.
    fileprivate var leavesList: Date {
        (endedAt ?? alertsAt).addingTimeInterval(TimeInterval(CheckInLimits.daysKept * 86_400))
    }
}
