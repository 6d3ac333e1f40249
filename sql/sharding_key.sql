xxHash64(${key})
