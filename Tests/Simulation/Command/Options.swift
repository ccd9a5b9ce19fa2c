/// The options of the command line.
struct Options {
    static let usage = """
        usage: simulate [--seeds N] [--from SEED] [--mode MODE] [--jobs N] [--twice]
               simulate --bugs [--bug NAME] [--seeds N] [--jobs N]
               simulate --messages N [--from SEED] [--mode MODE] [--jobs N]
               simulate --trace SEED [--mode MODE] [--bug NAME] [--messages 1]

          --seeds N      the number of seeds (20,000; for a bug 2,000)
          --from SEED    the first seed (1)
          --mode MODE    safety, liveness or swarm (the three take turns)
          --jobs N       the number of processes (2)
          --twice        run each seed twice, and compare the traces
          --bugs         plant each bug, and check that it is found
          --bug NAME     plant only this bug
          --messages N   long simulations, until people have written N messages
          --trace SEED   print each step of one simulation
        """

    var seeds: Int?
    var from: UInt64 = 1
    var mode: Mode?
    var jobs = 2
    var isTwice = false
    var plantsBugs = false
    var bug: PlantedBug?
    var trace: UInt64?
    /// The number of messages after which a run of long simulations ends; `nil` for short simulations.
    var messages: Int?
    /// The number of the process among several that share the seeds; `nil` in the process that starts them.
    var worker: Int?

    var seedCount: Int { seeds ?? (bug == nil && !plantsBugs ? 20_000 : 2_000) }

    /// Reads the arguments of the command.
    ///
    /// - Throws: ``InvalidArgument`` for the first argument that cannot be used.
    init(_ arguments: [String]) throws(InvalidArgument) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--seeds": seeds = try Self.number(&rest, of: name)
            case "--from": from = UInt64(try Self.number(&rest, of: name))
            case "--jobs": jobs = max(1, try Self.number(&rest, of: name))
            case "--trace": trace = UInt64(try Self.number(&rest, of: name))
            case "--messages": messages = try Self.number(&rest, of: name)
            case "--worker": worker = try Self.number(&rest, of: name)
            case "--mode": mode = try Self.value(&rest, of: name) { Mode(rawValue: $0) }
            case "--bug": bug = try Self.value(&rest, of: name) { PlantedBug(rawValue: $0) }
            case "--twice": isTwice = true
            case "--bugs": plantsBugs = true
            default: throw InvalidArgument(text: name)
            }
        }
    }

    private static func number(_ rest: inout ArraySlice<String>, of name: String) throws(InvalidArgument) -> Int {
        try value(&rest, of: name) { text in Int(text).flatMap { $0 >= 0 ? $0 : nil } }
    }

    private static func value<Value>(
        _ rest: inout ArraySlice<String>, of name: String, _ read: (String) -> Value?
    ) throws(InvalidArgument) -> Value {
        guard let text = rest.popFirst(), let value = read(text) else { throw InvalidArgument(text: name) }
        return value
    }
}

/// An argument that is unknown, or whose value is missing or not valid.
struct InvalidArgument: Error {
    let text: String
}
