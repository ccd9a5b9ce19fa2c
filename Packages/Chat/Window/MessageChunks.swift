import OrbitModels

/// Messages in ascending order of their numbers, stored in chunks.
///
/// A copy shares all chunks with the original. A change of one of them copies one chunk, so a screen can keep the
/// messages that it shows while new messages arrive.
struct MessageChunks: Sendable {
    /// A message with the revision of the window at which it was last confirmed.
    struct Stored: Sendable {
        var message: Message
        /// The revision of the window when the message arrived.
        var learnedAt: Int
    }

    /// The number of messages at which a chunk is split.
    private static let capacity = 128

    private var chunks: [[Stored]] = []
    /// The index of the first message of each chunk.
    private var starts: [Int] = []
    private(set) var count = 0

    private struct Place {
        var chunk: Int
        var offset: Int
    }

    /// The number of the first message; `nil` if there are no messages.
    var first: Int? { chunks.first?.first?.message.seq }

    /// The number of the last message; `nil` if there are no messages.
    var last: Int? { chunks.last?.last?.message.seq }

    /// The message at an index from 0 to `count - 1`. O(log n).
    subscript(index: Int) -> Message {
        let chunk = Self.lowerBound(starts.count) { starts[$0] <= index } - 1
        return chunks[chunk][index - starts[chunk]].message
    }

    /// Returns the stored message with this number, or `nil`. O(log n).
    func stored(_ seq: Int) -> Stored? {
        let place = place(of: seq)
        return holds(seq, at: place) ? chunks[place.chunk][place.offset] : nil
    }

    /// Returns the index of the first message whose number is at least `seq`. O(log n).
    func index(of seq: Int) -> Int {
        let place = place(of: seq)
        return place.chunk < starts.count ? starts[place.chunk] + place.offset : count
    }

    /// Inserts a message, or replaces the message with the same number. O(log n) at the end and for a replacement,
    /// otherwise O(chunks).
    mutating func set(_ stored: Stored) {
        let seq = stored.message.seq
        if last.map({ seq > $0 }) ?? true { return append(stored) }
        let place = place(of: seq)
        if holds(seq, at: place) {
            chunks[place.chunk][place.offset] = stored
        } else {
            chunks[place.chunk].insert(stored, at: place.offset)
            split(place.chunk)
            recount()
        }
    }

    /// Inserts messages in ascending order before all others. O(messages + chunks).
    mutating func prepend(_ messages: [Stored]) {
        guard !messages.isEmpty else { return }
        var added: [[Stored]] = []
        for start in stride(from: 0, to: messages.count, by: Self.capacity) {
            added.append(Array(messages[start..<min(start + Self.capacity, messages.count)]))
        }
        chunks.insert(contentsOf: added, at: 0)
        recount()
    }

    /// Removes the message with this number, if there is one.
    mutating func remove(_ seq: Int) {
        let place = place(of: seq)
        guard holds(seq, at: place) else { return }
        chunks[place.chunk].remove(at: place.offset)
        if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
        recount()
    }

    /// Returns the stored messages whose numbers are in a range, in ascending order. O(log n + result).
    func stored(in range: ClosedRange<Int>) -> [Stored] {
        var result: [Stored] = []
        var place = place(of: range.lowerBound)
        while place.chunk < chunks.count {
            for stored in chunks[place.chunk][place.offset...] {
                guard stored.message.seq <= range.upperBound else { return result }
                result.append(stored)
            }
            place = Place(chunk: place.chunk + 1, offset: 0)
        }
        return result
    }

    private mutating func append(_ stored: Stored) {
        if let last = chunks.indices.last, chunks[last].count < Self.capacity {
            chunks[last].append(stored)
        } else {
            chunks.append([stored])
            starts.append(count)
        }
        count += 1
    }

    private mutating func split(_ index: Int) {
        guard chunks[index].count > 2 * Self.capacity else { return }
        let upper = Array(chunks[index][Self.capacity...])
        chunks[index].removeSubrange(Self.capacity...)
        chunks.insert(upper, at: index + 1)
    }

    private mutating func recount() {
        var start = 0
        starts.removeAll(keepingCapacity: true)
        for chunk in chunks {
            starts.append(start)
            start += chunk.count
        }
        count = start
    }

    /// Returns the place of the first message whose number is at least `seq`.
    private func place(of seq: Int) -> Place {
        let chunk = Self.lowerBound(chunks.count) { (chunks[$0].last?.message.seq ?? seq) < seq }
        guard chunk < chunks.count else { return Place(chunk: chunk, offset: 0) }
        return Place(chunk: chunk, offset: Self.lowerBound(chunks[chunk].count) { chunks[chunk][$0].message.seq < seq })
    }

    private func holds(_ seq: Int, at place: Place) -> Bool {
        place.chunk < chunks.count && chunks[place.chunk][place.offset].message.seq == seq
    }

    /// Returns the number of leading indices for which a condition is true, by binary search.
    private static func lowerBound(_ count: Int, _ isBelow: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBelow(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
