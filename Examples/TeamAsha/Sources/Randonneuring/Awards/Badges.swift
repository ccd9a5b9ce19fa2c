/// A colour of the design, with the value that iOS uses for it in light mode.
public enum BadgeColour: String, CaseIterable, Hashable, Sendable {
    /// Distances below 200 km, and Super Randonneurs.
    case green
    /// Distances from 200 km, and Eddington numbers from 25.
    case blue
    /// Distances from 400 km, and Strava.
    case orange
    /// Distances from 600 km.
    case red
    /// Eddington numbers from 100.
    case yellow
    /// Eddington numbers from 75, and badges that this version does not know.
    case gray
    /// Eddington numbers from 50.
    case bronze
    /// Finishers of Paris–Brest–Paris.
    case purple

    /// The colour in sRGB, as `0xRRGGBB`.
    public var hex: UInt32 {
        switch self {
        case .green: 0x34C759
        case .blue: 0x007AFF
        case .orange: 0xFF9500
        case .red: 0xFF3B30
        case .yellow: 0xFFCC00
        case .gray: 0x8E8E93
        case .bronze: 0xCD7F32
        case .purple: 0xAF52DE
        }
    }
}

/// The badge of a distance.
public enum DistanceBadge: CaseIterable, Hashable, Sendable {
    /// Below 200 km.
    case short
    /// 200 to 399 km.
    case brevet
    /// 400 to 599 km.
    case long
    /// 600 km and more.
    case ultra

    /// Creates the badge of a distance. A fraction of a kilometre does not count.
    public init(_ distance: Distance) { self.init(kilometres: distance.whole(.kilometres)) }

    /// Creates the badge of whole kilometres. A negative number counts as zero.
    public init(kilometres: Int) {
        switch kilometres {
        case ..<200: self = .short
        case ..<400: self = .brevet
        case ..<600: self = .long
        default: self = .ultra
        }
    }

    /// The colour of the design.
    public var colour: BadgeColour {
        switch self {
        case .short: .green
        case .brevet: .blue
        case .long: .orange
        case .ultra: .red
        }
    }
}

/// The badge of an Eddington number.
public enum EddingtonBadge: String, CaseIterable, Hashable, Sendable {
    /// 25 to 49.
    case solid = "Solid"
    /// 50 to 74.
    case strong = "Strong"
    /// 75 to 99.
    case exceptional = "Exceptional"
    /// 100 and more.
    case legendary = "Legendary"

    /// Creates the badge of a number. Returns `nil` below 25.
    public init?(_ number: Int) {
        switch number {
        case ..<25: return nil
        case ..<50: self = .solid
        case ..<75: self = .strong
        case ..<100: self = .exceptional
        default: self = .legendary
        }
    }

    /// The colour of the design.
    public var colour: BadgeColour {
        switch self {
        case .solid: .blue
        case .strong: .bronze
        case .exceptional: .gray
        case .legendary: .yellow
        }
    }
}
