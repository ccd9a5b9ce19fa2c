import TimeAndChance

/// The kind of a simulation.
enum Mode: String, CaseIterable, Sendable {
    /// All faults and actions occur, from the first step to the last.
    case safety
    /// Faults occur often, and then stop. Everything has to arrive within a bound.
    case liveness
    /// Each seed draws the faults and actions that occur.
    case swarm
}

/// The extent of one simulation, as its seed determines it.
struct Plan: Sendable {
    let mode: Mode
    /// The number of people, 2 to 4.
    let people: Int
    /// The owners of the devices, by the number of the person. The first person may have two devices.
    let owners: [Int]
    /// The number of steps.
    let steps: Int
    /// The relative frequency of each kind of step.
    let weights: [(kind: StepKind, weight: Int)]
    let weather: Weather
    let pageSize: Int
    let hasStreams: Bool
    /// Whether all people are matched and write messages.
    let hasChat: Bool
    /// Whether some steps follow from the step before.
    let hasFollowers: Bool
    /// Whether unsynchronized names and bytes survive a power cut.
    let keepsNames: Bool
    let keepsBytes: Bool

    /// Draws a plan.
    ///
    /// - Parameters:
    ///   - mode: The kind of the simulation.
    ///   - isLong: Whether people write many messages. Such a simulation takes a second.
    ///   - random: The source of the draws.
    init(mode: Mode, isLong: Bool = false, using random: inout SplitMix64) {
        self.mode = mode
        let people = [2, 2, 2, 3].randomElement(using: &random) ?? 2
        self.people = people
        let hasSecondDevice = Int.random(in: 0..<3, using: &random) == 0
        owners = Array(0..<people) + (hasSecondDevice ? [0] : [])
        steps = Int.random(in: 6...14, using: &random) * (isLong ? 40 : 1)
        let isDrawn = mode == .swarm
        let hasChat = isLong || Int.random(in: 0..<3, using: &random) > 0
        self.hasChat = hasChat
        hasFollowers = !isLong
        var weights: [(kind: StepKind, weight: Int)] = []
        for kind in StepKind.allCases {
            let isOn = !isDrawn || Int.random(in: 0..<3, using: &random) > 0
            let factor = isDrawn ? Int.random(in: 1...4, using: &random) : 1
            guard isOn || kind == .poke || kind == .wait, hasChat || !kind.isChat else { continue }
            // Only matches can write. So a long simulation has no ends of matches.
            if isLong, kind == .block || kind == .disconnect { continue }
            if isLong, kind == .chatSend { weights.append((kind, 150)) }
            // Matched people send no pokes.
            let weight = hasChat && [.poke, .answer, .withdraw].contains(kind) ? 1 : kind.weight
            weights.append((kind, weight * factor))
        }
        self.weights = weights
        weather = Weather.random(using: &random)
        pageSize = [1, 2, 20].randomElement(using: &random) ?? 20
        hasStreams = Int.random(in: 0..<4, using: &random) > 0
        keepsNames = Bool.random(using: &random)
        keepsBytes = Bool.random(using: &random)
    }

    /// Draws a kind of step by its weight.
    func drawStep(using random: inout SplitMix64) -> StepKind {
        let total = weights.reduce(0) { $0 + $1.weight }
        var place = Int.random(in: 0..<max(1, total), using: &random)
        for (kind, weight) in weights {
            place -= weight
            if place < 0 { return kind }
        }
        return .wait
    }

    /// Draws a step that follows from a step, for every second step; `nil` for any step.
    func drawFollower(of kind: StepKind, using random: inout SplitMix64) -> StepKind? {
        guard hasFollowers, Bool.random(using: &random) else { return nil }
        return kind.followers.filter { next in weights.contains { $0.kind == next } }.randomElement(using: &random)
    }

    /// Draws the time until the next step. Short times let steps overlap.
    func drawPause(using random: inout SplitMix64) -> Duration {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2: .zero
        case 3, 4, 5: .milliseconds(Int.random(in: 1...60, using: &random))
        case 6, 7: .milliseconds(Int.random(in: 60...1_000, using: &random))
        default: .seconds(Int.random(in: 1...12, using: &random))
        }
    }
}

/// The kind of one step of a simulation.
enum StepKind: String, CaseIterable, Sendable {
    // Actions of a person
    case poke, answer, withdraw, disconnect, block, unblock, load, signOut, signIn
    // Actions in conversations
    case chatOpen, chatSend, chatCancel, chatEdit, chatDelete, chatReact, chatRead, chatType, chatMute
    case chatPropose, chatAnswer
    // Events of a device
    case background, foreground, sleepLong, crash, crashSoon, crashDuringDisk, powerCut, launch, setDate, fillDisk
    case emptyDisk, disconnectNetwork, connectNetwork, startLate
    // Events of the server
    case stopServer, startServer, upgradeServer, truncateLog, beginEpoch
    case wait

    /// Whether it is an action in a conversation.
    var isChat: Bool { rawValue.hasPrefix("chat") }

    /// The relative frequency.
    var weight: Int {
        switch self {
        case .chatSend: 14
        case .poke, .load: 10
        case .answer, .launch, .startServer, .connectNetwork, .foreground: 8
        case .chatRead, .chatEdit, .chatDelete, .chatPropose, .chatAnswer: 6
        case .withdraw, .block, .signIn, .wait, .chatOpen, .chatCancel, .chatReact: 4
        case .disconnect, .unblock, .background, .signOut, .crashSoon, .disconnectNetwork, .emptyDisk: 3
        case .crash, .crashDuringDisk, .powerCut, .setDate, .stopServer, .truncateLog, .sleepLong, .chatType: 2
        case .fillDisk, .startLate: 2
        case .upgradeServer, .beginEpoch, .chatMute: 1
        }
    }

    /// The steps that make this step matter, such as an answer after a question. Independent steps would rarely meet.
    var followers: [StepKind] {
        switch self {
        case .poke: [.poke, .answer, .answer]
        case .answer: [.withdraw, .disconnect, .poke]
        case .load: [.load, .signOut]
        case .chatOpen: [.chatRead, .chatPropose, .signOut]
        case .block: [.unblock, .unblock, .chatType, .load]
        case .signOut: [.signIn, .signIn, .crashSoon]
        case .chatSend: [.chatSend, .chatCancel, .chatEdit, .chatDelete, .chatRead, .crash]
        case .chatEdit: [.chatEdit, .chatDelete, .chatOpen]
        case .chatDelete: [.chatOpen]
        case .chatPropose: [.chatAnswer, .chatPropose]
        case .fillDisk: [.chatSend, .signIn, .signOut]
        case .crashDuringDisk: [.chatSend, .signOut, .signIn]
        case .disconnectNetwork: [.chatSend, .chatSend, .load]
        case .sleepLong: [.load, .chatSend, .crashSoon, .signOut]
        case .startLate: [.signOut, .crashSoon]
        case .stopServer: [.chatSend, .load, .startServer]
        case .crash, .powerCut: [.launch]
        default: []
        }
    }

    /// Whether another device takes the step that follows.
    var isFollowedElsewhere: Bool { [.poke, .chatPropose].contains(self) }
}
