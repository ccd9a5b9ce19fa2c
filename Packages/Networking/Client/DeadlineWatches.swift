import TimeAndChance

/// The active calls of a client, each with the watch that cancels it when it is overdue.
///
/// A watch sleeps for the duration of the limit, and accepts the calls that begin in the first 1/256 of this sleep. The
/// newest watch continues to sleep while it is empty, so that later calls can join it. It ends if it has no calls at
/// the end of its sleep.
struct DeadlineWatches: Sendable {
    typealias Call = Task<HTTPResponse, any Error>
    typealias Sleep = Task<Void, Never>

    /// The location of a call: its watch and its key there.
    struct Place {
        let watch: Int
        let call: Int
    }

    private struct Watch {
        let sleep: Sleep
        let joinableUntil: Duration
        /// The call is `nil` until it begins.
        var calls: [Int: (call: Call?, end: Duration)] = [:]
    }

    private var watches: [Int: Watch] = [:]
    private var newest = 0
    private var lastID = 0

    var sleeps: [Sleep] { watches.values.map(\.sleep) }

    /// Adds the place of a call to the newest watch, or to a new watch if the newest accepts no more calls.
    ///
    /// - Parameter beginSleep: Starts the sleep of a new watch.
    /// - Returns: The place, and the sleep of a watch that has become obsolete.
    mutating func enter(
        at now: Duration, limit: Duration, beginSleep: (_ watch: Int) -> Sleep
    ) -> (Place, obsolete: Sleep?) {
        var obsolete: Sleep?
        if (watches[newest].map { now > $0.joinableUntil }) ?? true {
            obsolete = endIfEmpty(newest)
            newest = makeID()
            watches[newest] = Watch(sleep: beginSleep(newest), joinableUntil: now + limit / 256)
        }
        let place = Place(watch: newest, call: makeID())
        watches[place.watch]?.calls[place.call] = (call: nil, end: now + limit)
        return (place, obsolete)
    }

    /// Notes the call of a place.
    ///
    /// - Returns: `false` if the call is overdue already.
    mutating func begin(_ call: Call, at place: Place) -> Bool {
        guard let end = watches[place.watch]?.calls[place.call]?.end else { return false }
        watches[place.watch]?.calls[place.call] = (call: call, end: end)
        return true
    }

    /// Removes a call that has ended.
    ///
    /// - Returns: Whether the call was still registered, and the sleep of a watch that has become obsolete.
    mutating func leave(_ place: Place, endingEmptyWatch: Bool) -> (isInTime: Bool, obsolete: Sleep?) {
        let isInTime = watches[place.watch]?.calls.removeValue(forKey: place.call) != nil
        let isKept = place.watch == newest && !endingEmptyWatch
        return (isInTime, isKept ? nil : endIfEmpty(place.watch))
    }

    /// Removes the overdue calls, and the watch if no calls are left in it.
    ///
    /// - Returns: The overdue calls, and the time at which the next call will be overdue.
    mutating func removeOverdue(from watch: Int, at now: Duration) -> (calls: [Call], next: Duration?) {
        let overdue = watches[watch]?.calls.filter { $0.value.end <= now } ?? [:]
        for id in overdue.keys { watches[watch]?.calls[id] = nil }
        _ = endIfEmpty(watch)
        return (overdue.values.compactMap(\.call), watches[watch]?.calls.values.map(\.end).min())
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
