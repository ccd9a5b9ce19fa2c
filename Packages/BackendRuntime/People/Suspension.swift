package import Foundation
package import OrbitModels
import Safety

/// What keeps a person out.
package struct Suspension: Codable, Hashable, Sendable {
    package let decisionID: Identifier<Decision>
    /// `nil` for good.
    package let until: Date?

    package init(decisionID: Identifier<Decision>, until: Date?) {
        (self.decisionID, self.until) = (decisionID, until)
    }
}

extension AccountRecord {
    /// Whether nobody sees the person and they cannot sign in. It ends with the transaction that notes that time has
    /// ended it, so that it holds for all readers of one state alike.
    package var isSuspended: Bool { !suspensions.isEmpty }

    /// When the last of the suspensions ends; `nil` if there is none, or one for good.
    package var suspensionEnd: Date? {
        let ends = suspensions.compactMap(\.until)
        return ends.count == suspensions.count ? ends.max() : nil
    }

    /// Whether a session still holds.
    package func admits(_ session: SessionRecord) -> Bool { session.epoch == sessionEpoch && !isSuspended }
}
