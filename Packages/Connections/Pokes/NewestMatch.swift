import Observation
import OrbitModels
import Presentation

/// The match that came about last, wherever that was done, until it was celebrated, has ended or must not be seen.
@MainActor @Observable final class NewestMatch: LogFollower {
    private var newestShown: Match?
    private var isHidden = false
    private let log: PersonLog
    @ObservationIgnored private var newest: Match?
    @ObservationIgnored private var hasChanged = false

    init(on log: PersonLog) {
        self.log = log
        log.attach(self)
    }

    var match: Match? {
        get { isHidden ? nil : newestShown }
        set { newestShown = newValue }
    }

    func absorb(_ events: [LogEvent], upTo position: LogPosition, isOwn: Bool) {
        // The match of the day has a place of its own.
        let ofToday = Set(events.compactMap { try? $0.data(MatchOfToday.self).match.id })  // most are no such event
        for event in events {
            switch event.kind {
            case .matchMade:
                // A match that cannot be read is in the list once that was loaded again; it is not celebrated. Nor is one
                // that was kept: it had an end, and has none now.
                guard let made = try? event.data(Match.self), !ofToday.contains(made.id), !made.isKept  // as above
                else { continue }
                newest = made
            case .matchEnded, .personHidden:
                guard let subject = event.subject, subject == (newest ?? newestShown)?.partnerID else { continue }
                newest = nil
            default: continue
            }
            hasChanged = true
        }
    }

    func publish() {
        if hasChanged { newestShown = newest }
        (newest, hasChanged) = (nil, false)
        let isHidden = newestShown.map { log.isHiding($0.partnerID) } ?? false
        if isHidden != self.isHidden { self.isHidden = isHidden }
    }

    func reset() { newestShown = nil }

    func revive() {}
}

extension Match {
    /// Whether it is of chance, and had an end until one of the two poked the other.
    fileprivate var isKept: Bool { origin == .chance && endsAt == nil }
}
