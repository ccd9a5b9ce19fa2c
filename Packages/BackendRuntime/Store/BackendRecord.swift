public import OrbitStore

/// A record of a feature. It states what its table has to do with people, so that exports and erasures include it.
public protocol BackendRecord: StoreRecord {
    /// What the table has to do with people.
    static var personalData: PersonalData<Self> { get }
}
