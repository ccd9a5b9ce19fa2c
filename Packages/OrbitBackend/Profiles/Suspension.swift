import Foundation
import OrbitModels
import Safety

/// What keeps a person out.
struct Suspension: Codable, Hashable, Sendable {
    let decisionID: DecisionID
    /// `nil` for good.
    let until: Date?
}

extension AccountRecord {
    /// Whether nobody sees the person and they cannot sign in. It ends with the transaction that notes that time has
    /// ended it, so that it holds for all readers of one state alike.
    var isSuspended: Bool { !suspensions.isEmpty }

    /// When the last of the suspensions ends; `nil` if there is none, or one for good.
    var suspensionEnd: Date? {
        let ends = suspensions.compactMap(\.until)
        return ends.count == suspensions.count ? ends.max() : nil
    }

    /// Whether a session still holds.
    func admits(_ session: SessionRecord) -> Bool { session.epoch == sessionEpoch && !isSuspended }
}
