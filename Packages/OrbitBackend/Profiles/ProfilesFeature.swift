extension Feature {
    static let profiles = Feature(
        operations: [
            ReadMe.self, UpdateMe.self, ReadPerson.self, UploadPhoto.self, ReadPhoto.self,
        ],
        leftOver: LeftOverWork(
            isPending: { try FanOutRecord.next(in: $0) != nil },
            doSome: { try PersonFanOut(context: $0).tellSome(in: $1) }))
}
