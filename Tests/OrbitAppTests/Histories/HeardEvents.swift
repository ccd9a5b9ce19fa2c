import Foundation
import Networking
import OrbitModels
import Presentation
import Safety

/// The events that a device has received from the log, in the order in which it applied them.
@MainActor final class HeardEvents: LogFollower {
    /// The people who are hidden.
    private(set) var hidden: Set<UserID> = []
    /// The people in events that begin or end a mute.
    private(set) var muted: Set<UserID> = []
    /// The events about decisions, as they were sent.
    private(set) var decisions: [Data] = []

    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        for event in events {
            if event.kind == .decisionChanged, let data = try? OrbitJSON.encoder.encode(event) {
                decisions.append(data)
            }
            guard let subject = event.subject else { continue }
            switch event.kind {
            case .personHidden: hidden.insert(subject)
            case .personShown: hidden.remove(subject)
            case .muteSet, .muteEnded: muted.insert(subject)
            default: break
            }
        }
    }

    func publish() {}
    func reset() { hidden = [] }
    func connectionDidRestore() {}
}
