public import OrbitModels

extension EventKind {
    /// A poke waits for the owner of the log. Data: ``IncomingPoke``.
    public static let pokeReceived = Self(rawValue: "poke.received")
    /// The owner has sent a poke, on whichever device. Data: ``OutgoingPoke``.
    public static let pokeSent = Self(rawValue: "poke.sent")
    /// A poke waits no longer: it was taken back, accepted or put away. Data: `Named<PokeID>`.
    public static let pokeClosed = Self(rawValue: "poke.closed")
    /// A poke of the owner's was accepted, or taken back. Data: `Named<Poke>`. There is none for any other end.
    public static let pokeChanged = Self(rawValue: "poke.changed")
}

extension ListName {
    /// The pokes that wait for the owner of the log.
    public static let incomingPokes = Self(rawValue: "pokes.incoming")
    /// The pokes that the owner has sent.
    public static let outgoingPokes = Self(rawValue: "pokes.outgoing")
}
