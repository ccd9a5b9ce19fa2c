import Foundation
import OrbitModels
import Presentation

/// A follower of a log that checks the sequence of its events (I7), and knows the hidden people.
@MainActor final class LogWitness: LogFollower {
    /// The people that the events of the log hide.
    private(set) var hidden: Set<UserID> = []
    /// The events of the current epoch, by number.
    private(set) var events: [Int: EventKind] = [:]
    /// The position after the last event; `nil` before the first.
    private(set) var end: LogPosition?
    /// The number of times that the log started over.
    private(set) var resetCount = 0

    private let device: Int
    private let findings: Findings

    init(device: Int, findings: Findings) {
        self.device = device
        self.findings = findings
    }

    func apply(_ new: [LogEvent], through position: LogPosition, isOwn: Bool) {
        // Effects that remain on the screen after a reset have no numbers of the log.
        guard position.epoch != "none", position.epoch != "device" else { return }
        let numbers = new.map(\.seq)
        if let end, end.epoch == position.epoch, end.seq >= position.seq { return }
        // After a reset, the log shows confirmed effects again, all with the number of its new position.
        if end == nil, numbers.allSatisfy({ $0 == position.seq }) { return begin(with: new, at: position) }
        let isGapless = zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
        findings.require(
            isGapless && numbers.last == position.seq, "I7",
            "device \(device) folds the events \(numbers) up to \(position.seq)")
        if let end, end.epoch == position.epoch, let first = numbers.first {
            findings.require(
                first == end.seq + 1, "I7", "device \(device) folds event \(first) after event \(end.seq)")
        }
        begin(with: new, at: position)
        for event in new { events[event.seq] = event.kind }
    }

    private func begin(with new: [LogEvent], at position: LogPosition) {
        end = position
        for event in new {
            guard let subject = event.subject else { continue }
            if event.kind == .personHidden { hidden.insert(subject) }
            if event.kind == .personShown { hidden.remove(subject) }
        }
    }

    func publish() {}

    func reset() {
        resetCount += 1
        findings.reach(.resync)
        (hidden, events, end) = ([], [:], nil)
    }

    func connectionDidRestore() {}
}
