#if os(Linux)
    /// What a server may take of time and memory.
    struct CURLLimits: Sendable {
        /// Of all heads of one response, with interim ones and trailers (libcurl itself takes 300 KiB).
        static let headBytes = 64 * 1024
        /// How long a stream may be silent: longer than its reader waits for a heartbeat.
        static let streamIdleSeconds = 90

        let bytes: Int
        let idleSeconds: Int
        private(set) var total: Duration
        let connectMilliseconds: Int

        init(bytes: Int, idle: Duration, total: Duration) {
            self.bytes = max(0, bytes)
            idleSeconds = (idle.wholeMilliseconds + 999) / 1000
            self.total = total
            connectMilliseconds = idleSeconds * 1000
        }

        var totalMilliseconds: Int { total.wholeMilliseconds }

        /// The same for a request that is sent when so much of the time has passed.
        func after(_ elapsed: Duration) -> CURLLimits {
            var rest = self
            rest.total -= elapsed
            return rest
        }
    }

    extension Duration {
        /// From 1 to those of a day, rounded up.
        fileprivate var wholeMilliseconds: Int {
            let (seconds, attoseconds) = components
            let milliseconds = attoseconds <= 0 ? 0 : (attoseconds - 1) / 1_000_000_000_000_000 + 1
            return max(1, Int(max(0, min(seconds, 86_400))) * 1000 + Int(milliseconds))
        }
    }
#endif
