import Foundation
public import OrbitModels
public import Presentation

extension EventKind {
    /// A check-in of the owner of the log was set or has changed: by the owner, by the server, or by the contact's
    /// opt-out. Data: `Keyed<SafetyCheckIn>`.
    public static let checkInChanged = Self(rawValue: "check_in.changed")
}

extension ListName {
    /// The safety check-ins of the owner of the log.
    public static let checkIns = Self(rawValue: "check_ins")
}

extension ListDefinition<SafetyCheckIn> {
    /// The user's check-ins.
    public static var checkIns: Self {
        Self(
            .checkIns, order: .latestFirst(\.createdAt), people: { _ in [] },
            isExpired: { $1 >= $0.leavesList }, expiresAt: { $0.leavesList }
        ) { event, checkIns throws(LogEventError) in
            guard event.kind == .checkInChanged else {
                // A check-in contains no other user, so blocks do not change it.
                return event.kind == .personHidden || event.kind == .personShown ? .applied : .unknown
            }
            checkIns.upsert(try event.data(Keyed<SafetyCheckIn>.self).value)
            return .applied
        }
    }
}

extension SafetyCheckIn {
    /// The time at which the list removes the check-in.
    fileprivate var leavesList: Date {
        (endedAt ?? alertsAt).addingTimeInterval(TimeInterval(CheckInLimits.daysKept * 86_400))
    }
}
