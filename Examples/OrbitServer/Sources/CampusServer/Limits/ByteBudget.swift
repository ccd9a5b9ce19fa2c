import TimeAndChance

/// The number of bytes that the bodies of all requests, or all large responses, may use at once.
///
/// Each origin has a share, so that a single caller cannot use all bytes. Uploads leave a reserve, so that other
/// requests do not wait for slow uploads.
package final class ByteBudget: Sendable {
    /// The caller and the kind of a body.
    package struct Owner: Sendable {
        /// The group of the caller's address, as the backend groups addresses.
        let origin: String
        let isUpload: Bool
    }

    /// Reserved bytes. They are returned when the value is no longer in use.
    final class Reservation: Sendable {
        private let budget: ByteBudget
        private let count: Int
        private let owner: Owner

        fileprivate init(of count: Int, for owner: Owner, in budget: ByteBudget) {
            (self.count, self.owner, self.budget) = (count, owner, budget)
        }

        deinit { budget.release(count, of: owner) }
    }

    private struct State {
        var bytes = 0
        var uploadBytes = 0
        var bytesOfOrigin = OriginCounts()
    }

    private let capacity: Int
    private let share: Int
    private let uploadCapacity: Int
    private let state = LockedState(State())

    private init(capacity: Int, share: Int, uploadCapacity: Int) {
        (self.capacity, self.share, self.uploadCapacity) = (capacity, share, uploadCapacity)
    }

    /// Creates the budget of the bodies of requests.
    package static func requests(_ limits: ServerLimits) -> ByteBudget {
        ByteBudget(
            capacity: limits.bodyBytesInFlight, share: limits.bodyBytesPerOrigin,
            uploadCapacity: limits.bodyBytesInFlight - limits.bodyBytesReserve)
    }

    /// Creates the budget of large responses.
    package static func responses(_ limits: ServerLimits) -> ByteBudget {
        ByteBudget(capacity: limits.responseBytesInFlight, share: limits.responseBytesPerOrigin, uploadCapacity: 0)
    }

    /// Reserves bytes.
    ///
    /// - Returns: Whether the budget and the share of the origin had that many bytes. If not, no bytes are reserved.
    package func reserve(_ count: Int, for owner: Owner) -> Bool {
        state.withLock { state in
            guard count <= capacity - state.bytes, count <= share - state.bytesOfOrigin[owner.origin],
                !owner.isUpload || count <= uploadCapacity - state.uploadBytes
            else { return false }
            Self.add(count, of: owner, to: &state)
            return true
        }
    }

    /// Reserves bytes until the returned value is no longer in use; `nil` if the budget or the share is used up.
    func reservation(of count: Int, for owner: Owner) -> Reservation? {
        reserve(count, for: owner) ? Reservation(of: count, for: owner, in: self) : nil
    }

    /// Returns reserved bytes.
    package func release(_ count: Int, of owner: Owner) {
        guard count > 0 else { return }
        state.withLock { Self.add(-count, of: owner, to: &$0) }
    }

    /// The reserved bytes, for metrics.
    package var inFlight: Int { state.withLock { $0.bytes } }

    private static func add(_ count: Int, of owner: Owner, to state: inout State) {
        state.bytes += count
        if owner.isUpload { state.uploadBytes += count }
        state.bytesOfOrigin[owner.origin] += count
    }
}
