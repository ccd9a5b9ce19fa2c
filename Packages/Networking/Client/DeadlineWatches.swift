import TimeAndChance

/// The calls of a client that are under way, each with the watch that will end it.
///
/// A watch sleeps for one limit and takes in the calls that begin within 1/256 of that. The newest watch goes on when it
/// is empty, for the calls to come; it ends by itself.
struct DeadlineWatches: Sendable {
    typealias Call = Task<HTTPResponse, any Error>
    typealias Sleep = Task<Void, Never>

    /// Where a call is found.
    struct Place {
        let watch: Int
        let call: Int
    }

    private struct Watch {
        let sleep: Sleep
        let joinableUntil: Duration
        var calls: [Int: (call: Call, end: Duration)] = [:]
    }

    private var watches: [Int: Watch] = [:]
    private var newest = 0
    private var lastID = 0

    var sleeps: [Sleep] { watches.values.map(\.sleep) }

    /// - Parameter beginSleep: for a new watch.
    /// - Returns: with the place, the sleep of a watch that has become obsolete.
    mutating func enter(
        _ call: Call, at now: Duration, limit: Duration, beginSleep: (_ watch: Int) -> Sleep
    ) -> (Place, obsolete: Sleep?) {
        var obsolete: Sleep?
        if (watches[newest].map { now > $0.joinableUntil }) ?? true {
            obsolete = endIfEmpty(newest)
            newest = makeID()
            watches[newest] = Watch(sleep: beginSleep(newest), joinableUntil: now + limit / 256)
        }
        let place = Place(watch: newest, call: makeID())
        watches[place.watch]?.calls[place.call] = (call, now + limit)
        return (place, obsolete)
    }

    /// - Returns: whether the call was still there, and the sleep of a watch that has become obsolete.
    mutating func leave(_ place: Place, endingEmptyWatch: Bool) -> (isInTime: Bool, obsolete: Sleep?) {
        let isInTime = watches[place.watch]?.calls.removeValue(forKey: place.call) != nil
        let isKept = place.watch == newest && !endingEmptyWatch
        return (isInTime, isKept ? nil : endIfEmpty(place.watch))
    }

    /// Ends the watch if none of its calls is left.
    ///
    /// - Returns: the calls that took too long, and when the next one will.
    mutating func removeOverdue(from watch: Int, at now: Duration) -> (calls: [Call], next: Duration?) {
        let overdue = watches[watch]?.calls.filter { $0.value.end <= now } ?? [:]
        for id in overdue.keys { watches[watch]?.calls[id] = nil }
        _ = endIfEmpty(watch)
        return (overdue.values.map(\.call), watches[watch]?.calls.values.map(\.end).min())
    }

    private mutating func endIfEmpty(_ watch: Int) -> Sleep? {
        guard watches[watch]?.calls.isEmpty == true else { return nil }
        return watches.removeValue(forKey: watch)?.sleep
    }

    private mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }
}
