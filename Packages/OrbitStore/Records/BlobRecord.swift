/// A record beside which bytes may stand that are read by themselves, such as a photo. A store keeps them apart from its
/// records, as they are: listing the records does not load them. They go with the record.
public protocol BlobRecord: StoreRecord {}
